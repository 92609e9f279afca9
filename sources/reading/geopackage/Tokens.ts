/** A part of a statement of SQL. */
export interface Token {
  readonly text: string
  /** Whether it is a name or a text in quotes, so that it cannot be a word of the language. */
  readonly isQuoted: boolean
}

/** What is opened and never closed goes on to the end, so that no text takes more than one pass. */
const token =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"([^"]*(?:""[^"]*)*)"?|\[([^\]]*)\]?|`([^`]*(?:``[^`]*)*)`?|'([^']*(?:''[^']*)*)'?|(?:(?!--|\/\*)[^\s"'`[\](),;])+|[(),;]/g

/** The words, names and signs of a statement; comments left out. */
export const tokensOf = function* (sql: string): Generator<Token> {
  for (const [whole, double, bracket, tick, single] of sql.matchAll(token)) {
    if (whole.startsWith("--") || whole.startsWith("/*")) continue
    const quoted =
      double?.replaceAll('""', '"') ?? bracket ?? tick?.replaceAll("``", "`") ?? single?.replaceAll("''", "'")
    yield { text: quoted ?? whole, isQuoted: quoted !== undefined }
  }
}

/** Whether it is such a word or sign, and not a name or a text. */
export const isWord = (one: Token | undefined, word: RegExp): boolean =>
  one !== undefined && !one.isQuoted && word.test(one.text)
