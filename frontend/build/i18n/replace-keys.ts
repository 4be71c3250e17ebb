import type { Rolldown } from 'vite'
import { childrenOf } from './syntax-tree.ts'
import type { Node } from './syntax-tree.ts'

type Program = ReturnType<Rolldown.TransformPluginContext['parse']>

/**
 * Replaces the keys in the calls of `t` and `t.rich` of a module by the code of their messages, which `codeOf` returns. Throws if a key
 * is not written there: a message that is chosen while the page runs cannot be put where it is used.
 */
export function replaceKeys(code: string, program: Program, codeOf: (key: string) => string): string {
  if (!imports(program, '/t.ts')) return code
  const changes: { start: number; end: number; text: string }[] = []
  visit(program, (node) => {
    const key = keyArgument(node)
    if (key === undefined) return
    if (isPlain(node)) {
      // A message without arguments and tags is a text: nothing is left to do for `t`.
      changes.push({ start: node.start, end: key.start, text: '(' })
      changes.push({ start: key.end, end: node.end, text: ')' })
    }
    for (const literal of literalsOf(key, code)) changes.push({ ...literal, text: codeOf(literal.value) })
  })
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, text }) => changed.slice(0, start) + text + changed.slice(end), code)
}

/**
 * Adds the sentences to the calls of `say` and `rule` of a module, by their codes (`contracts/src/texts/text.ts`). Throws if a code is not
 * written there.
 */
export function addSentences(
  code: string,
  program: Program,
  sentences: Readonly<Record<string, string>>,
): string {
  if (!imports(program, '/text.ts')) return code
  const changes: { at: number; text: string }[] = []
  visit(program, (node) => {
    if (!isCall(node) || node.callee.type !== 'Identifier' || !/^(say|rule)$/.test(node.callee.name ?? ''))
      return
    const [key, values] = node.arguments
    const [literal, ...others] = key ? literalsOf(key, code) : []
    const sentence = literal && sentences[literal.value]
    if (sentence === undefined || others.length > 0)
      throw new Error(`The text has no code: ${code.slice(node.start, node.end)}`)
    changes.push({ at: node.end - 1, text: `${values ? '' : ', undefined'}, ${JSON.stringify(sentence)}` })
  })
  return changes
    .toSorted((a, b) => b.at - a.at)
    .reduce((changed, { at, text }) => changed.slice(0, at) + text + changed.slice(at), code)
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
