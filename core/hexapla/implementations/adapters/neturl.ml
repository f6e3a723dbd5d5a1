(* OCaml's Neturl, asked in the plain protocol. Run it with: ocaml neturl.ml *)
#use "topfind";;
#require "netstring";;

(* For any scheme: all parts are allowed, and all are optional. *)
let syntax = Neturl.partial_url_syntax Neturl.ip_url_syntax

let resolved base reference =
  let base = Neturl.url_of_string syntax base in
  let reference = Neturl.url_of_string syntax reference in
  Neturl.string_of_url (Neturl.ensure_absolute_url ~base reference)

let userinfo url =
  let user = Neturl.url_user ~encoded:true url in
  match Neturl.url_password ~encoded:true url with
  | password -> user ^ ":" ^ password
  | exception Not_found -> user

let components text =
  let url = Neturl.url_of_string syntax text in
  let component (name, get) =
    match get url with
    | value -> name ^ "=" ^ value
    | exception Not_found -> name
  in
  String.concat "\t"
    (List.map component
       [ "scheme", Neturl.url_scheme;
         "userinfo", userinfo;
         "host", Neturl.url_host;
         "port", (fun url -> string_of_int (Neturl.url_port url));
         "path", (fun url -> Neturl.join_path (Neturl.url_path ~encoded:true url));
         "query", Neturl.url_query ~encoded:true;
         "fragment", Neturl.url_fragment ~encoded:true ])

let answer question =
  try
    match String.split_on_char '\t' question with
    | [text] -> components text
    | [base; reference] -> resolved base reference
    | _ -> failwith "a question has at most one TAB"
  with error -> "\t" ^ Printexc.to_string error

(* Debian leaves findlib's version empty, so the package's version is used. *)
let print_version () =
  match Findlib.package_property [] "netstring" "version" with
  | "" -> ignore (Sys.command "dpkg-query --showformat '${Version}\n' --show libocamlnet-ocaml-dev")
  | version -> print_endline version

let () =
  if Array.length Sys.argv > 1 then print_version ();
  try
    while true do
      print_endline (answer (input_line stdin))
    done
  with End_of_file -> ()
