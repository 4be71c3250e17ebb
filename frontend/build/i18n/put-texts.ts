// Rewrites one module of a build, so that texts stand where they are used and no page loads a table of them. `texts-plugin.ts` calls it.
// Specs walk the syntax tree of a module with `isNode` and `childrenOf`.

import type { Rolldown } from 'vite'

/** A node of the syntax tree of a module. `start` and `end` count characters. */
export type Node = { type: string; start: number; end: number }

type Program = ReturnType<Rolldown.TransformPluginContext['parse']>

type Change = { start: number; end: number; text: string }

/**
 * Puts texts where a module uses them. The keys in the calls of `t` and `t.rich` are replaced by the code of their messages, which `codeOf`
 * returns. The calls of `say` and `rule` (`contracts/src/texts/text.ts`) get the sentence of their code. Throws if a key or a code is not
 * written there: a text that is chosen while the page runs cannot be put where it is used.
 */
export function putTexts(
  code: string,
  program: Program,
  codeOf: (key: string) => string,
  sentences: Readonly<Record<string, string>>,
): string {
  const changes: Change[] = []
  const hasMessages = imports(program, '/t.ts')
  const hasTexts = imports(program, '/text.ts')
  visit(program, (node) => {
    if (hasMessages) changes.push(...replacedKeys(node, code, codeOf))
    if (hasTexts) changes.push(...addedSentence(node, code, sentences))
  })
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, text }) => changed.slice(0, start) + text + changed.slice(end), code)
}

function replacedKeys(node: Node, code: string, codeOf: (key: string) => string): Change[] {
  const key = keyArgument(node)
  if (key === undefined) return []
  const changes = literalsOf(key, code).map((literal) => ({ ...literal, text: codeOf(literal.value) }))
  if (!isPlain(node)) return changes
  // A message without arguments and tags is a text: nothing is left to do for `t`.
  const before = { start: node.start, end: key.start, text: '(' }
  const after = { start: key.end, end: node.end, text: ')' }
  return [before, ...changes, after]
}

function addedSentence(node: Node, code: string, sentences: Readonly<Record<string, string>>): Change[] {
  if (!isCall(node) || node.callee.type !== 'Identifier' || !/^(say|rule)$/.test(node.callee.name ?? ''))
    return []
  const [key, values] = node.arguments
  const [literal, ...others] = key ? literalsOf(key, code) : []
  const sentence = literal && sentences[literal.value]
  if (sentence === undefined || others.length > 0)
    throw new Error(`The text has no code: ${code.slice(node.start, node.end)}`)
  const end = node.end - 1
  return [{ start: end, end, text: `${values ? '' : ', undefined'}, ${JSON.stringify(sentence)}` }]
}

const imports = (program: Program, file: string): boolean =>
  program.body.some((node) => node.type === 'ImportDeclaration' && node.source.value.endsWith(file))

/** Returns the first argument of a call of `t` or `t.rich`. */
function keyArgument(node: Node): Node | undefined {
  if (!isCall(node)) return undefined
  const { callee } = node
  const called = callee.type === 'MemberExpression' ? callee.object : callee
  return called?.type === 'Identifier' && called.name === 't' ? node.arguments[0] : undefined
}

const isPlain = (node: Node): boolean =>
  isCall(node) && node.callee.type === 'Identifier' && node.arguments.length === 1

type Call = Node & { callee: Node & { name?: string; object?: Node & { name?: string } }; arguments: Node[] }
const isCall = (node: Node): node is Call => node.type === 'CallExpression'

type Literal = { start: number; end: number; value: string }

/** Returns the keys of an argument: a literal, or a choice between literals. */
function literalsOf(node: Node, code: string): Literal[] {
  if ('value' in node && typeof node.value === 'string')
    return [{ start: node.start, end: node.end, value: node.value }]
  if (node.type === 'ParenthesizedExpression' && 'expression' in node)
    return literalsOf(node.expression as Node, code)
  if (node.type === 'ConditionalExpression' && 'consequent' in node && 'alternate' in node)
    return [...literalsOf(node.consequent as Node, code), ...literalsOf(node.alternate as Node, code)]
  throw new Error(`The key of a message is not written out: t(${code.slice(node.start, node.end)})`)
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const child of childrenOf(node)) visit(child, see)
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export const childrenOf = (node: Node): Node[] => Object.values<unknown>(node).flat().filter(isNode)
