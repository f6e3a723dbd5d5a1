(* OCaml's Neturl, asked in the plain protocol. Run it as it is: ocaml neturl.ml *)
#use "topfind";;
#require "netstring";;

(* Whatever the scheme: all parts that there are, each of which may be left out. *)
let syntax = Neturl.partial_url_syntax Neturl.ip_url_syntax

let answer base reference =
  try
    let base = Neturl.url_of_string syntax base in
    let reference = Neturl.url_of_string syntax reference in
    Neturl.string_of_url (Neturl.ensure_absolute_url ~base reference)
  with error -> "\t" ^ Printexc.to_string error

(* Debian leaves findlib's version empty, and has one of its own. *)
let print_version () =
  match Findlib.package_property [] "netstring" "version" with
  | "" -> exit (Sys.command "dpkg-query --showformat '${Version}\n' --show libocamlnet-ocaml-dev")
  | version -> print_endline version

let () =
  if Array.length Sys.argv > 1 then print_version ()
  else
    try
      while true do
        match String.split_on_char '\t' (input_line stdin) with
        | [base; reference] -> print_endline (answer base reference)
        | _ -> failwith "a question is a base, a TAB and a reference"
      done
    with End_of_file -> ()
