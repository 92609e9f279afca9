import { type ESTree, parseSync, Visitor } from "vite"

/** A place where code can be another one: what may stand there instead. */
export interface Site {
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly replacements: ReadonlyArray<string>
}

const comparisons: Readonly<Record<string, ReadonlyArray<string>>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="]
}

const arithmetic: Readonly<Record<string, string>> = {
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "**": "*",
  "<<": ">>>",
  ">>": "<<",
  ">>>": "<<",
  "&": "|",
  "|": "&",
  "^": "|"
}

/** Methods that are not called, and methods that are another one. */
const dropped = new Set(["filter", "toSorted", "sort", "reverse", "toReversed", "trim", "slice", "subarray"])
const others: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
  push: "unshift",
  find: "findLast",
  indexOf: "lastIndexOf"
}

/** In statements of SQL. What follows is a condition, an order, a join, a bound. */
const inSql: ReadonlyArray<readonly [RegExp, (found: string) => ReadonlyArray<string>]> = [
  [/ AND (?!.*BETWEEN)/g, () => [" OR "]],
  [/ OR /g, () => [" AND "]],
  [/ (?:<=|>=|<>|<|>|=) /g, (found) => (comparisonsOfSql[found.trim()] ?? []).map((other) => ` ${other} `)],
  [/\bIS NOT NULL\b/g, () => ["IS NULL"]],
  [/\bIS NULL\b/g, () => ["IS NOT NULL"]],
  [/\bNOT (?=EXISTS|IN\b)/g, () => [""]],
  [/ DESC\b/g, () => [""]],
  [/\bUNION ALL\b/g, () => ["UNION"]],
  [/\bLEFT JOIN\b/g, () => ["JOIN"]],
  [/\bmin\(/g, () => ["max("]],
  [/\bmax\(/g, () => ["min("]],
  [/\bDISTINCT\b/g, () => [""]],
  [/\b[1-9]\d*\b/g, (found) => [String(Number(found) + 1)]]
]

const comparisonsOfSql: Readonly<Record<string, ReadonlyArray<string>>> = {
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "=": ["<>"],
  "<>": ["="]
}

/** What says something to people, or to a compiler, and decides nothing. */
const said = /^(?:annotate|annotateMerge|annotateLogs|annotateCurrentSpan|annotateSpans|withSpan|log(?:[A-Z]\w*)?)$/

/** The next ones; of large ones and of shares, which nobody means so exactly, half and twice as much. */
const nearNumbers = (value: number): ReadonlyArray<string> => {
  const near =
    Number.isInteger(value) && value < 100 ? [value + 1, ...(value > 0 ? [value - 1] : [])] : [value * 2, value / 2]
  return near.map(String)
}

const nameOf = (callee: ESTree.Node): string | undefined =>
  callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : undefined

/** All places of a file, in their order. */
export const sitesOf = (file: string, code: string): ReadonlyArray<Site> => {
  const sites: Array<Site> = []
  const silent: Array<readonly [number, number]> = []
  const add = (kind: string, start: number, end: number, ...replacements: ReadonlyArray<string>) => {
    if (replacements.length > 0) sites.push({ kind, start, end, replacements })
  }
  const textOf = (node: ESTree.Span) => code.slice(node.start, node.end)
  const isString = (node: ESTree.Node): boolean =>
    node.type === "TemplateLiteral" ||
    (node.type === "Literal" && typeof node.value === "string") ||
    (node.type === "BinaryExpression" && (isString(node.left) || isString(node.right)))
  const silence = (node: ESTree.Span) => void silent.push([node.start, node.end])
  const between = (left: ESTree.Span, right: ESTree.Span, operator: string): readonly [number, number] => {
    const start = code.indexOf(operator, left.end)
    return start < 0 || start > right.start ? [left.end, left.end] : [start, start + operator.length]
  }
  const condition = (test: ESTree.Span) => add("condition", test.start, test.end, "true", "false", `!(${textOf(test)})`)

  const callOf = (node: ESTree.CallExpression | ESTree.NewExpression) => {
    const [first, second] = node.arguments
    const isPlain = (argument: ESTree.Node | undefined) =>
      argument !== undefined && /^(?:Identifier|MemberExpression)$/.test(argument.type)
    if (first === undefined || second === undefined || !isPlain(first) || !isPlain(second)) return
    const middle = code.slice(first.end, second.start)
    add("argument", first.start, second.end, `${textOf(second)}${middle}${textOf(first)}`)
  }

  new Visitor({
    TSTypeAnnotation: silence,
    TSTypeAliasDeclaration: silence,
    TSInterfaceDeclaration: silence,
    TSTypeParameterInstantiation: silence,
    TSTypeParameterDeclaration: silence,
    TSAsExpression: (node) => silence(node.typeAnnotation),
    TSSatisfiesExpression: (node) => silence(node.typeAnnotation),
    ImportDeclaration: silence,
    Property: (node) => {
      if (node.key.type === "Identifier" && /^(?:message|description|title)$/.test(node.key.name)) silence(node.value)
    },
    BinaryExpression: (node) => {
      const [start, end] = between(node.left, node.right, node.operator)
      if (start === end) return
      const turned = comparisons[node.operator]
      if (turned !== undefined) return add("comparison", start, end, ...turned)
      const other = arithmetic[node.operator]
      if (other !== undefined && !isString(node)) add("arithmetic", start, end, other)
    },
    LogicalExpression: (node) => {
      const [left, right] = [textOf(node.left), textOf(node.right)]
      if (node.operator === "??") return add("fallback", node.start, node.end, right)
      const [start, end] = between(node.left, node.right, node.operator)
      add("combination", start, end, node.operator === "&&" ? "||" : "&&")
      add("part of a condition", node.start, node.end, left, right)
    },
    UnaryExpression: (node) => {
      if (node.operator === "!") add("negation", node.start, node.end, textOf(node.argument))
    },
    ConditionalExpression: (node) => {
      const [test, yes, no] = [textOf(node.test), textOf(node.consequent), textOf(node.alternate)]
      add("branch", node.start, node.end, `${test} ? ${no} : ${yes}`)
    },
    IfStatement: (node) => condition(node.test),
    WhileStatement: (node) => add("condition", node.test.start, node.test.end, "false"),
    Literal: (node) => {
      if (typeof node.value === "number") add("number", node.start, node.end, ...nearNumbers(node.value))
      else if (typeof node.value === "bigint") add("number", node.start, node.end, `${node.value + 1n}n`)
      else if (typeof node.value === "boolean") add("boolean", node.start, node.end, String(!node.value))
    },
    ExpressionStatement: (node) => {
      if (node.expression.type !== "Literal") add("statement", node.start, node.end, "void 0")
    },
    ArrayExpression: ({ elements }) => {
      if (elements.length < 2) return
      const each = elements.flatMap((element, at) => {
        if (element === null) return []
        const [next, before] = [elements[at + 1], elements[at - 1]]
        return next ? [[element.start, next.start] as const] : before ? [[before.end, element.end] as const] : []
      })
      const whole = [elements[0]!.start, elements.at(-1)!.end] as const
      const without = each.map(([start, end]) => code.slice(whole[0], start) + code.slice(end, whole[1]))
      add("element", ...whole, ...without)
    },
    SpreadElement: (node) => {
      const comma = /^\s*,/.exec(code.slice(node.end))?.[0].length ?? 0
      add("spread", node.start, node.end + comma, "")
    },
    NewExpression: callOf,
    CallExpression: (node) => {
      const name = nameOf(node.callee) ?? ""
      if (said.test(name)) return node.arguments.forEach(silence)
      callOf(node)
      if (node.callee.type !== "MemberExpression") return
      const { object, property } = node.callee
      const other = others[name]
      if (dropped.has(name)) add("call", object.end, node.end, "")
      else if (other !== undefined) add("call", property.start, property.end, other)
    },
    TaggedTemplateExpression: (node) => {
      if (!/^(?:sql|this\.#?sql|statement)$/.test(textOf(node.tag))) return
      for (const quasi of node.quasi.quasis) {
        const text = textOf(quasi)
        for (const [pattern, instead] of inSql) {
          for (const found of text.matchAll(pattern)) {
            const start = quasi.start + found.index
            add("statement of SQL", start, start + found[0].length, ...instead(found[0]))
          }
        }
      }
    }
  }).visit(parseSync(file, code).program)

  return sites
    .filter(({ end, start }) => !silent.some(([from, to]) => start >= from && end <= to))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
}
