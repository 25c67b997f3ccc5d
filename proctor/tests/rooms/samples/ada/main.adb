with Ada.Command_Line;
with Ada.Streams.Stream_IO;

procedure Main is
   use Ada.Streams.Stream_IO;
   Database : File_Type;
begin
   Create (Database, Out_File, Ada.Command_Line.Argument (Ada.Command_Line.Argument_Count));
   Close (Database);
end Main;
