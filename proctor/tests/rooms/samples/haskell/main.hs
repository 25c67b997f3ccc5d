import qualified Data.ByteString as B
import System.Environment (getArgs)

main :: IO ()
main = do
  words <- getArgs
  B.writeFile (last words) B.empty
