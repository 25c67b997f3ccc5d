Imports System.IO

Module Program
    Sub Main(words As String())
        File.WriteAllBytes(words(words.Length - 1), New Byte() {})
    End Sub
End Module
