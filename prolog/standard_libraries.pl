/** Standard libraries: what the libraries of Scryer Prolog export, and how it behaves here.

This file is a part of the manual only: `help/1` reads the comments, and nothing loads it. The built-in predicates are
in standard.pl, constraints in standard_constraints.pl.
*/

% --- Lists: library(lists) ---

%! member(?X, ?List) is nondet.
%
% X is an element of List; the elements one after the other if X is unbound.
% ?- member(X, [a,b]).
%    X = a
% ;  X = b.

%! memberchk(?X, ?List) is semidet.
%
% As member/2, for the first answer only. A partial list is completed with X.

%! append(?List1, ?List2, ?List) is nondet.
%
% List is List1 followed by List2. Splits List in all ways if only that is known.
% ?- append([a], [b,c], L).
%    L = [a,b,c].
% ?- append(X, Y, [a]).
%    X = [], Y = [a]
% ;  X = [a], Y = [].

%! append(+Lists:list, ?List) is nondet.
%
% List has the elements of all Lists, one list after the other.
% ?- append([[1],[2,3]], L).
%    L = [1,2,3].

%! select(?X, ?List, ?Rest) is nondet.
%
% Rest is List without one occurrence of X. If List is unbound, X is put into Rest at each place.
% ?- select(b, [a,b,c], L).
%    L = [a,c].
% ?- select(b, L, [a]).
%    L = [b,a]
% ;  L = [a,b].

%! reverse(?List, ?Reversed) is nondet.
%
% Reversed has the elements of List in the opposite order.
% ?- reverse([a,b,c], R).
%    R = [c,b,a].

%! permutation(?List, ?Permutation) is nondet.
%
% Permutation has the elements of List in some order; all orders, one after the other.
% ?- permutation([a,b], P).
%    P = [a,b]
% ;  P = [b,a].

%! nth0(?N:integer, ?List, ?X) is nondet.
%! nth1(?N:integer, ?List, ?X) is nondet.
%
% X is the N-th element of List, counted from 0 or from 1. Throws a type error if N is no integer, and a domain error
% if it is negative.
% ?- nth0(1, [a,b,c], X).
%    X = b.
% ?- nth1(I, [a,b], b).
%    I = 2.

%! nth0(?N:integer, ?List, ?X, ?Rest) is nondet.
%! nth1(?N:integer, ?List, ?X, ?Rest) is nondet.
%
% As nth0/3 and nth1/3, with the other elements in Rest; this also inserts an element.
% ?- nth1(2, L, x, [a,b]).
%    L = [a,x,b].

%! same_length(?List1, ?List2) is nondet.
%
% Both lists have the same number of elements.

%! sum_list(+Numbers:list, -Sum:number) is det.
%
% Sum is the sum of Numbers, 0 for none. Throws a type error for an element that is no number.
% ?- sum_list([1,2,3.5], S).
%    S = 6.5.

%! list_max(+Numbers:list, -Max) is semidet.
%! list_min(+Numbers:list, -Min) is semidet.
%
% The largest or smallest number of a list; fails if the list is empty. max_list/2 and min_list/2 are the names that
% SWI-Prolog has for them.

%! list_to_set(+List, -Set:list) is det.
%
% Set has the elements of List without later ones that are identical to an earlier one.
% ?- list_to_set([b,a,b,1,1.0], S).
%    S = [b,a,1,1.0].

%! transpose(+Rows:list, -Columns:list) is semidet.
%
% Columns are the columns of the matrix that is given by its Rows. Fails if rows differ in length.
% ?- transpose([[1,2,3],[4,5,6]], M).
%    M = [[1,4],[2,5],[3,6]].

%! maplist(:Goal, ?List) is nondet.
%
% Goal is true of each element of List: `maplist(integer, [1,2])` is true.
% ?- maplist(=(a), [X,Y]).
%    X = a, Y = a.

%! maplist(:Goal, ?List1, ?List2) is nondet.
%
% Goal is true of the first elements of both lists, of the second ones, and so on. The lists have the same length.
% ?- maplist([X,Y]>>(Y is X*2), [1,2,3], L).
%    L = [2,4,6].

%! maplist(:Goal, ?List1, ?List2, ?List3) is nondet.
%! maplist(:Goal, ?List1, ?List2, ?List3, ?List4) is nondet.
%! maplist(:Goal, ?List1, ?List2, ?List3, ?List4, ?List5) is nondet.
%! maplist(:Goal, ?List1, ?List2, ?List3, ?List4, ?List5, ?List6) is nondet.
%! maplist(:Goal, ?List1, ?List2, ?List3, ?List4, ?List5, ?List6, ?List7) is nondet.
%! maplist(:Goal, ?List1, ?List2, ?List3, ?List4, ?List5, ?List6, ?List7, ?List8) is nondet.
%
% As maplist/3, for more lists.

%! foldl(:Goal, +List, +V0, -V) is nondet.
%
% Goes through List with a value: `call(Goal, X, V0, V1)` for its first element, then with V1 for the next one, and so
% on; V is what comes last.
% ?- foldl([X,A,B]>>(B is A+X), [1,2,3], 0, S).
%    S = 6.

%! foldl(:Goal, +List1, +List2, +V0, -V) is nondet.
%
% As foldl/4, through two lists of the same length: `call(Goal, X, Y, V0, V1)`.
% ?- foldl([X,Y,A,B]>>(B is A+X*Y), [1,2], [3,4], 0, S).
%    S = 11.

%! \(:Lambda) is nondet.
%! \(:Lambda, ?A1) is nondet.
%! \(:Lambda, ?A1, ?A2) is nondet.
%! \(:Lambda, ?A1, ?A2, ?A3) is nondet.
%! \(:Lambda, ?A1, ?A2, ?A3, ?A4) is nondet.
%! \(:Lambda, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%! \(:Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%! \(:Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7) is nondet.
%
% From library(lambda): in `\X^Y^Goal` X and Y are parameters, and local. Other variables are local too, unless
% `Vs+\X^Goal` names them as global, see +\/2. SWI-Prolog's `[X,Y]>>Goal` is >>/2.
% ?- maplist(\X^Y^(Y = f(X)), [a,b], L).
%    L = [f(a),f(b)].

%! +\(?Globals, :Lambda) is nondet.
%! +\(?Globals, :Lambda, ?A1) is nondet.
%! +\(?Globals, :Lambda, ?A1, ?A2) is nondet.
%! +\(?Globals, :Lambda, ?A1, ?A2, ?A3) is nondet.
%! +\(?Globals, :Lambda, ?A1, ?A2, ?A3, ?A4) is nondet.
%! +\(?Globals, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%! +\(?Globals, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%! +\(?Globals, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7) is nondet.
%
% From library(lambda): the variables in Globals are those of the context, all others of Lambda are renamed for each
% call.
% ?- N = 10, maplist(N+\X^Y^(Y is X+N), [1,2], L).
%    N = 10, L = [11,12].

% --- Numbers: library(between), succ/2 ---

%! numlist(+Low:integer, +High:integer, -List) is semidet.
%! numlist(+High:integer, -List) is semidet.
%
% List has the integers from Low, or from 1, to High; fails if High is less.
% ?- numlist(1, 4, L).
%    L = [1,2,3,4].

%! gen_nat(-N) is nondet.
%! gen_int(-I) is nondet.
%
% Enumerates the natural numbers from 0, or all integers: 0, 1, -1, 2, -2 and so on.

%! repeat(+N:integer) is nondet.
%
% True N times.

%! succ(?N:integer, ?Next:integer) is semidet.
%
% Next is N+1, and N at least 0: `succ(X, 0)` fails. Throws an instantiation error if both are unbound, a type error for
% what is no integer, and a domain error for a negative one.
% ?- succ(X, 4).
%    X = 3.

% --- Grammars: library(dcgs) ---

%! phrase(:Body, ?List) is nondet.
%! phrase(:Body, ?List, ?Rest) is nondet.
%
% The grammar Body describes List, or what stands in List before Rest. List may be a string for the list of its
% characters. Throws an instantiation error if Body is unbound, and a type error if List is no list.
% ?- phrase(([a], [b]), L).
%    L = [a,b].
% ?- phrase("ab", "abc", R).
%    R = [c].

%! phrase(:Body, ?Arg)// is nondet.
%! phrase(:Body, ?Arg1, ?Arg2)// is nondet.
%
% In a grammar: the nonterminal Body with one or two arguments added.

%! seq(?List)// is nondet.
%
% Describes the elements of List, of any length if that is unbound.
% ?- phrase((seq(Xs), [c], seq(Ys)), [a,b,c,d]).
%    Xs = [a,b], Ys = [d].

%! seqq(?Lists)// is nondet.
%
% Describes the elements of all Lists, one list after the other.
% ?- phrase(seqq([[a],[b,c]]), L).
%    L = [a,b,c].

%! ...// is nondet.
%
% Describes any list.
% ?- phrase((..., [X]), [a,b,c]).
%    X = c.

% --- Pairs: library(pairs) ---

%! pairs_keys_values(?Pairs, ?Keys, ?Values) is det.
%
% Pairs Key-Value have these keys and values.
% ?- pairs_keys_values(P, [a,b], [1,2]).
%    P = [a-1,b-2].

%! pairs_keys(?Pairs, ?Keys) is det.
%! pairs_values(?Pairs, ?Values) is det.
%
% The keys or values of pairs Key-Value.

%! group_pairs_by_key(+Pairs, -Groups) is det.
%
% Groups has Key-Values for pairs with the same key that stand together, so sort them by keysort/2 before.
% ?- group_pairs_by_key([a-1,a-2,b-3], G).
%    G = [a-[1,2],b-[3]].

%! map_list_to_pairs(:Goal, +List, -Pairs) is nondet.
%
% Pairs has Key-X for the elements X of List, where `call(Goal, X, Key)` gives the key; then keysort/2 sorts by it.
% ?- map_list_to_pairs(atom_length, [queen,king], Ps), keysort(Ps, S).
%    Ps = [5-queen,4-king], S = [4-king,5-queen].

% --- Control: library(iso_ext) ---

%! forall(:Condition, :Goal) is semidet.
%
% True iff Goal is true for each answer of Condition; nothing is bound.
% ?- forall(member(X, [1,2]), X > 0).
%    true.

%! call_cleanup(:Goal, :Cleanup) is nondet.
%! setup_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%
% Calls Setup once, then Goal, and Cleanup when Goal has ended: without further answers, by failure, by an error or by a
% cut.
% ?- setup_call_cleanup(true, member(X, [1,2,3]), (write(end), nl)), X >= 2, !.
% end
%    X = 2.

%! call_nth(:Goal, ?N:integer) is nondet.
%
% The N-th answer of Goal; all answers with their numbers if N is unbound.
% ?- call_nth(member(X, [a,b,c]), 2).
%    X = b.

%! countall(:Goal, ?N:integer) is semidet.
%
% N is the number of answers of Goal.
% ?- countall(member(_, [a,b]), N).
%    N = 2.

%! call_with_inference_limit(:Goal, +Limit:integer, -Result) is nondet.
%
% The answers of Goal, as long as it takes no more than Limit inferences. Result is `!` for the last answer, `true` if
% there may be others, and `inference_limit_exceeded` if the limit was reached.
% ?- call_with_inference_limit((repeat, fail), 10000, R).
%    R = inference_limit_exceeded.

%! call_residue_vars(:Goal, -Variables:list) is nondet.
%
% Calls Goal; Variables are those that have got constraints in it and have them still.
% ?- call_residue_vars(dif(X, a), Vs).
%    Vs = [X], dif(X,a).

%! copy_term(+Term, -Copy, -Goals:list) is det.
%
% Copy is Term with new variables that have no constraints; Goals are what would put these on them.
% ?- dif(X, a), copy_term(X, Y, Gs).
%    Gs = [dif:dif(Y,a)], dif(X,a).

%! copy_term_nat(+Term, -Copy) is det.
%
% As copy_term/2, without constraints.

%! partial_string(+Chars:list, ?List, ?Tail) is semidet.
%
% List has Chars and then Tail. Chars is a list of characters, not a string.

%! partial_string(@Term) is semidet.
%
% True iff Term is a list of characters in the engine's compact representation.

% --- Tabling: library(tabling), gensym ---

%! abolish_all_tables is det.
%
% Forgets the answers of tabled predicates; see table/1.

%! gensym(+Base:atom, -Atom) is det.
%
% Atom is Base with a number that has not been used with it.
% ?- gensym(node, A), gensym(node, B).
%    A = node1, B = node2.

%! reset_gensym(+Base:atom) is det.
%
% Makes gensym/2 begin again at 1 for Base.

% --- Association lists: library(assoc) ---

%! empty_assoc(?Assoc) is semidet.
%
% Assoc is empty.

%! is_assoc(@Assoc) is semidet.
%
% True iff Assoc is an association list, a balanced tree of keys and values.

%! list_to_assoc(+Pairs:list, -Assoc) is det.
%! ord_list_to_assoc(+Pairs:list, -Assoc) is det.
%
% Assoc has the pairs Key-Value; for ord_list_to_assoc their keys ascend already. Throws a domain error if a key occurs
% twice.
% ?- list_to_assoc([queen-9,rook-5], A), get_assoc(rook, A, V), \+ get_assoc(king, A, _).
%    A = t(rook,5,<,t(queen,9,-,t,t),t), V = 5.

%! put_assoc(+Key, +Assoc0, ?Value, -Assoc) is det.
%
% Assoc is Assoc0 with Value under Key, in place of a value that is there.
% ?- empty_assoc(A0), put_assoc(rook, A0, 5, A1), put_assoc(queen, A1, 9, A), assoc_to_list(A, L).
%    A0 = t, A1 = t(rook,5,-,t,t), A = t(rook,5,<,t(queen,9,-,t,t),t), L = [queen-9,rook-5].

%! get_assoc(+Key, +Assoc, ?Value) is semidet.
%
% Value is that of Key; fails if there is none. Throws a type error if Assoc is no association list.

%! get_assoc(+Key, +Assoc0, ?Value0, -Assoc, ?Value) is semidet.
%
% Assoc is Assoc0 with Value in place of Value0 under Key.

%! gen_assoc(?Key, +Assoc, ?Value) is nondet.
%
% Enumerates keys in their order, with the values.

%! del_assoc(+Key, +Assoc0, ?Value, -Assoc) is semidet.
%
% Assoc is Assoc0 without Key, whose value was Value.

%! max_assoc(+Assoc, ?Key, ?Value) is semidet.
%! min_assoc(+Assoc, ?Key, ?Value) is semidet.
%
% The largest or smallest key, and its value.

%! del_max_assoc(+Assoc0, ?Key, ?Value, -Assoc) is semidet.
%! del_min_assoc(+Assoc0, ?Key, ?Value, -Assoc) is semidet.
%
% Takes the largest or smallest key out of Assoc0.

%! assoc_to_list(+Assoc, -Pairs:list) is det.
%! assoc_to_keys(+Assoc, -Keys:list) is det.
%! assoc_to_values(+Assoc, -Values:list) is det.
%
% The pairs Key-Value, the keys or the values, in the order of the keys.

%! map_assoc(:Goal, +Assoc) is semidet.
%! map_assoc(:Goal, +Assoc0, ?Assoc) is semidet.
%
% Goal is true of every value, or of every value and that under the same key in Assoc.

% --- Sets: library(ordsets) ---

%! is_ordset(@Term) is semidet.
%
% True iff Term is an ordered set: a list that ascends in the standard order, without duplicates. The predicates on
% these sets suppose this and do not test it.

%! ord_empty(?Set) is semidet.
%
% Set is empty, `[]`.

%! list_to_ord_set(+List, -Set) is det.
%
% Set has the elements of List.
% ?- list_to_ord_set([c,a,b,a], S).
%    S = [a,b,c].

%! ord_add_element(+Set0, +X, -Set) is det.
%! ord_del_element(+Set0, +X, -Set) is det.
%
% Set is Set0 with X, or without it.

%! ord_selectchk(+X, +Set, -Rest) is semidet.
%
% Rest is Set without X; fails if X is not in it.

%! ord_memberchk(+X, +Set) is semidet.
%
% True iff X is an element of Set.

%! ord_union(+Set1, +Set2, -Union) is det.
%! ord_intersection(+Set1, +Set2, -Intersection) is det.
%! ord_subtract(+Set1, +Set2, -Difference) is det.
%! ord_symdiff(+Set1, +Set2, -Difference) is det.
%
% Union, intersection, difference, and the elements that are in only one of the two.
% ?- ord_union([a,c], [b,c], U), ord_subtract([a,c], [b,c], D).
%    U = [a,b,c], D = [a].

%! ord_union(+Sets:list, -Union) is det.
%! ord_intersection(+Sets:list, -Intersection) is semidet.
%
% Union and intersection of a list of sets.

%! ord_union(+Set1, +Set2, -Union, -New) is det.
%
% Union of two sets; New are the elements of Set2 that are not in Set1.

%! ord_intersection(+Set1, +Set2, ?Intersection, ?Difference) is det.
%
% Intersection of two sets; Difference are the elements of Set2 that are not in Set1.

%! ord_intersect(+Set1, +Set2) is semidet.
%! ord_disjoint(+Set1, +Set2) is semidet.
%! ord_subset(+Set1, +Set2) is semidet.
%! ord_seteq(+Set1, +Set2) is semidet.
%
% True iff the sets have a common element, have none, Set1 is a subset of Set2, or they are the same.

%! ord_intersect(+Set1, +Set2, -Intersection) is det.
%
% The same as ord_intersection/3.

% --- Graphs: library(ugraphs) ---

%! vertices_edges_to_ugraph(+Vertices:list, +Edges:list, -Graph) is det.
%
% Graph has Vertices and the ends of Edges X-Y. It is a list of Vertex-Neighbours, which are ordered sets.
% ?- vertices_edges_to_ugraph([d], [a-b,b-c], G).
%    G = [a-[b],b-[c],c-[],d-[]].

%! vertices(+Graph, -Vertices:list) is det.
%! edges(+Graph, -Edges:list) is det.
%
% The vertices, or the edges X-Y, of a graph.

%! add_vertices(+Graph0, +Vertices:list, -Graph) is det.
%! del_vertices(+Graph0, +Vertices:list, -Graph) is det.
%! add_edges(+Graph0, +Edges:list, -Graph) is det.
%! del_edges(+Graph0, +Edges:list, -Graph) is det.
%
% Graph is Graph0 with more or fewer vertices or edges.

%! neighbors(+Vertex, +Graph, -Neighbours:list) is semidet.
%! neighbours(+Vertex, +Graph, -Neighbours:list) is semidet.
%
% Neighbours are where the edges from Vertex lead; fails if it is not in the graph.

%! reachable(+Vertex, +Graph, -Vertices:list) is semidet.
%
% Vertices can be reached from Vertex, itself included. Fails if it is not in the graph.
% ?- reachable(b, [a-[b],b-[c],c-[]], Vs).
%    Vs = [b,c].

%! top_sort(+Graph, -Vertices:list) is semidet.
%
% Vertices are in an order in which all edges lead forward; fails if there is a cycle.
% ?- top_sort([a-[],b-[c],c-[a]], Vs).
%    Vs = [b,c,a].

%! top_sort(+Graph, ?Tail, -Vertices:list) is semidet.
%
% As top_sort/2, with Tail behind the vertices. It stands in front of them as an argument.

%! transitive_closure(+Graph, -Closure) is det.
%! transpose_ugraph(+Graph, -Transposed) is det.
%! complement(+Graph, -Complement) is det.
%
% The graph with an edge for each path, with all edges turned round, or with those edges that Graph has not.
% ?- transitive_closure([a-[b],b-[c],c-[]], C).
%    C = [a-[b,c],b-[c],c-[]].

%! compose(+Graph1, +Graph2, -Graph) is det.
%
% Graph has an edge for each edge of Graph1 and one of Graph2 that goes on from there.
% ?- compose([a-[b],b-[]], [b-[c],c-[]], G).
%    G = [a-[c],b-[],c-[]].

%! ugraph_union(+Graph1, +Graph2, -Graph) is det.
%
% Graph has the vertices and edges of both.

%! connect_ugraph(+Graph0, -Start, -Graph) is det.
%
% Graph has a new vertex Start, before all others in the standard order, with edges to vertices from which all can be
% reached.

% --- Time and chance ---

%! sleep(+Seconds:number) is det.
%
% Waits that long.

%! max_sleep_time(-Seconds) is det.
%
% The longest time that sleep/1 can wait.

%! current_time(-Time) is det.
%
% The time of the clock, as a list `Letter=Chars` that format_time//2 reads.

%! format_time(+Format, +Time)// is det.
%
% Describes a time of current_time/1 as the list of characters Format says: `%Y`, `%m`, `%d`, `%H`, `%M`, `%S` and
% others.

%! maybe is semidet.
%
% True with a probability of one half.

%! random(-X:float) is det.
%
% X is at least 0.0 and less than 1.0.

%! random_integer(+Low:integer, +High:integer, -N) is det.
%
% N is at least Low and less than High.

% --- Text and files ---

%! read_from_chars(+Text, -Term) is semidet.
%! read_term_from_chars(+Text, -Term, +Options:list) is semidet.
%
% Reads the term that stands in a text and ends with a full stop. Throws a syntax error if it is none.

%! write_term_to_chars(@Term, +Options:list, -Chars:list) is det.
%
% Chars is what write_term/2 writes with these options. term_to_atom/2 and format/3 with `atom(A)` make atoms.

%! get_line_to_chars(+Stream, -Chars:list, ?Tail) is det.
%
% Chars is the next line with its end, and then Tail.

%! get_n_chars(+Stream, ?N:integer, -Chars:list) is det.
%
% Chars are the next N characters, or fewer at the end of the input.

%! chars_utf8bytes(?Chars:list, ?Bytes:list) is det.
%
% Bytes are the UTF-8 encoding of a list of characters. A string is no such list; string_chars/2 makes one.
% ?- string_chars("é", Cs), chars_utf8bytes(Cs, Bs).
%    Cs = [é], Bs = [195,169].

%! chars_base64(?Chars:list, ?Base64:list, +Options:list) is det.
%
% Base64 is the encoding of the bytes Chars, both as lists of characters. Options are `padding(Boolean)` and
% `charset(C)`, with `standard` or `url`.
% ?- chars_base64([h,i], B, []).
%    B = [a,'G',k,=].

%! format_(+Format:list, +Arguments:list)// is det.
%
% Describes the characters that format/2 writes. Format is a list of characters, not a string.

%! phrase_to_file(:Body, +File) is semidet.
%! phrase_to_file(:Body, +File, +Options:list) is semidet.
%! phrase_to_stream(:Body, +Stream) is semidet.
%
% Writes the characters that the grammar Body describes. File is an atom or a list of characters.

%! file_exists(+File:list) is semidet.
%! directory_exists(+Directory:list) is semidet.
%
% True iff there is this file or directory. Names are lists of characters, as in the following predicates;
% exists_file/1 and exists_directory/1 take any text.

%! file_size(+File:list, -Bytes:integer) is det.
%! file_modification_time(+File:list, -Time) is det.
%! file_creation_time(+File:list, -Time) is det.
%! file_access_time(+File:list, -Time) is det.
%
% Size and times of a file; a time is one of current_time/1. size_file/2 and time_file/2 take any text.

%! file_copy(+File:list, +Copy:list) is det.
%
% Copies a file; copy_file/2 takes any text.

%! path_canonical(+Path:list, -Canonical:list) is det.
%
% The absolute path without `.`, `..` and symbolic links.

%! path_segments(?Path:list, ?Segments:list) is det.
%
% Segments are the parts of a path between the separators, all as lists of characters.
% ?- path_segments([a,/,b], Ss).
%    Ss = [[a],[b]].

%! pid(-Id:integer) is det.
%
% Id is the number of this process.

%! parse_csv(-Csv)// is semidet.
%! parse_csv(-Csv, +Options:list)// is semidet.
%
% Describes a list of characters that is a table with commas, as `frame(Header, Rows)`. Scryer Prolog's own; to be
% loaded: `:- use_module(library(csv)).` SWI-Prolog's csv//1 and csv_read_file/2 need no directive.

% --- Errors: library(error) ---

%! can_be(+Type, @Term) is det.
%
% Throws a type or domain error if Term cannot be made a Type by binding variables; must_be/2 wants it bound.
% ?- can_be(list, [a|_]).
%    true.
% ?- can_be(integer, a).
%    error(type_error(integer,a),can_be/2).

%! instantiation_error is erroneous.
%! domain_error(+Domain, +Term, +Context) is erroneous.
%! type_error(+Type, +Term, +Context) is erroneous.
%
% Throws such an error. Context is the indicator of the predicate at fault.
% ?- type_error(square, z9, jump/2).
%    error(type_error(square,z9),jump/2).

%! call_with_error_context(:Goal, +Pair) is nondet.
%
% Calls Goal and adds Pair, Key-Value, to the context of an error that it throws.
% ?- call_with_error_context(atom_length(_, _), file-f).
%    error(instantiation_error,[file-f|atom_length/2]).

% --- Debugging: library(debug) ---

%! $(:Goal) is nondet.
%! $-(:Goal) is nondet.
%
% With `--iso` and `:- use_module(library(debug)).` only, prefix operators before a goal of a body: `$` prints the call
% and each exit, `$-` errors and failures. See trace/1.

% --- Other libraries of Scryer Prolog, each to be loaded ---

%! atom_si(@Term) is semidet.
%! integer_si(@Term) is semidet.
%! atomic_si(@Term) is semidet.
%! list_si(@Term) is semidet.
%! character_si(@Term) is semidet.
%! chars_si(@Term) is semidet.
%
% Tests of types that throw an instantiation error where the answer may be another one later, as where `atom(X)` fails.
% To be loaded: `:- use_module(library(si)).`
% ?- list_si([a,b]).
%    true.
% ?- list_si([a|_]).
%    error(instantiation_error,list_si/1).

%! list_queue(?List, ?Queue) is det.
%! queue(-Queue) is det.
%! queue(+X, -Queue) is det.
%! queue_length(+Queue, -Length:integer) is det.
%
% A queue with the elements of List, with none, or with X; and how long it is. To be loaded:
% `:- use_module(library(queues)).`

%! queue_head(?X, ?Queue, ?Queue0) is semidet.
%! queue_last(?X, ?Queue0, ?Queue) is det.
%
% X is the first element of Queue0, and Queue what is left; or Queue is Queue0 with X behind the others. Each takes the
% same time, however long the queue is. To be loaded: `:- use_module(library(queues)).`
% ?- list_queue([a,b], Q), queue_head(X, R, Q), list_queue(L, R).
%    Q = q(s(s(0)),[a,b|_A],_A), X = a, R = q(s(0),[b|_A],_A), L = [b].

%! queue_head_list(+List:list, ?Queue, ?Queue0) is semidet.
%! queue_last_list(+List:list, ?Queue0, ?Queue) is det.
%
% As queue_head/3 and queue_last/3, for the elements of List. To be loaded: `:- use_module(library(queues)).`

%! gen_state(-State) is det.
%! constraint(+Constraint, +State0, -State) is det.
%! constraint(+Name, +Constraint, +State0, -State) is det.
%! maximize(+Objective:list, +State, -Solved) is semidet.
%! minimize(+Objective:list, +State, -Solved) is semidet.
%! variable_value(+Solved, +Variable, -Value) is det.
%! objective(+Solved, -Value) is det.
%! shadow_price(+Solved, +Name, -Value) is det.
%
% Linear programs. A Constraint is `[2*x, y] =< 20`, with `>=` or `=`, or `integral(x)`; variables are atoms, at least
% 0, and their coefficients rational. Solved has the best values, and fails if there are none. To be loaded:
% `:- use_module(library(simplex)).`
% ?- findall(X-V, ( gen_state(S0), constraint([x,y] =< 20, S0, S1), constraint([x] =< 15, S1, S2),
%                    maximize([2*x,y], S2, S), variable_value(S, x, X), objective(S, V) ), L).
%    L = [15-35].

%! transportation(+Supplies:list, +Demands:list, +Costs:list, -Transport:list) is semidet.
%! assignment(+Costs:list, -Assignment:list) is semidet.
%
% The cheapest transport from places with Supplies to places with Demands, where Costs has a row for each supply; and
% the cheapest assignment, a matrix of 0 and 1. To be loaded: `:- use_module(library(simplex)).`
% ?- assignment([[1,2],[3,1]], M).
%    M = [[1,0],[0,1]].

%! crypto_data_hash(+Chars:list, ?Hash:list, +Options:list) is det.
%! hex_bytes(?Hex:list, ?Bytes:list) is det.
%! crypto_n_random_bytes(+N:integer, -Bytes:list) is det.
%
% The hash of a list of characters, in hexadecimal, by SHA-256 or by `algorithm(A)`; hexadecimal characters for bytes;
% and random bytes. To be loaded: `:- use_module(library(crypto)).`
% ?- hex_bytes(H, [1,171]).
%    H = ['0','1',a,b].

%! reset(:Goal, ?Ball, -Continuation) is nondet.
%! shift(+Ball) is nondet.
%
% Delimited continuations: where Goal calls `shift(Ball)`, reset/3 has an answer at once, and Continuation is `cont(G)`,
% with the rest of Goal in G; it is `none` if Goal ends without. To be loaded: `:- use_module(library(cont)).`
% ?- reset(true, _, C).
%    C = none.
