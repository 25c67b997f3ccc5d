#lang racket/base
(define words (current-command-line-arguments))
(call-with-output-file (vector-ref words (sub1 (vector-length words))) void #:exists 'truncate)
