"""Ask parsers and resolvers under test to parse URLs or resolve references; read the answers."""
