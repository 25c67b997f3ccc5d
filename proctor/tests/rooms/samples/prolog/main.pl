main :-
    current_prolog_flag(argv, Words),
    last(Words, Database),
    open(Database, write, Stream, [type(binary)]),
    close(Stream).
