program Main;

var
  Database: file;

begin
  Assign(Database, ParamStr(ParamCount));
  Rewrite(Database, 1);
  Close(Database);
end.
