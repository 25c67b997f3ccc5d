-module(main).
-export([main/1]).

main(Words) ->
    ok = file:write_file(lists:last(Words), <<>>).
