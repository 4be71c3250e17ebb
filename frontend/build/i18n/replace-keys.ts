import { resolve, dirname } from 'node:path'
import type { Rolldown } from 'vite'
import { messagePlaceholder } from './placeholders.ts'
import { childrenOf } from './syntax-tree.ts'
import type { Node } from './syntax-tree.ts'

type Program = ReturnType<Rolldown.TransformPluginContext['parse']>

/**
 * Replaces the keys in the calls of `t` and `t.rich` of a module by placeholders for their messages. `folder` is that of the module.
 * Throws if a key is not written there: a message that is chosen while the page runs cannot be put where it is used.
 */
export function replaceKeys(code: string, folder: string, program: Program): string {
  const messages = findMessages(program, folder)
  const changes: { start: number; end: number; text: string }[] = []
  visit(program, (node) => {
    const key = keyArgument(node)
    if (key === undefined || messages === undefined) return
    if (isPlain(node)) {
      // A message without arguments and tags is a text: nothing is left to do for `t`.
      changes.push({ start: node.start, end: key.start, text: '(' })
      changes.push({ start: key.end, end: node.end, text: ')' })
    }
    for (const literal of literalsOf(key, code)) {
      changes.push({ ...literal, text: messagePlaceholder(messages, literal.value) })
    }
  })
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, text }) => changed.slice(0, start) + text + changed.slice(end), code)
}

/** Returns the `messages` folder from which the module imports `t`. */
function findMessages(program: Program, folder: string): string | undefined {
  const sources = program.body.flatMap((node) =>
    node.type === 'ImportDeclaration' && node.source.value.endsWith('messages/t.ts')
      ? [resolve(folder, dirname(node.source.value))]
      : [],
  )
  if (sources.length > 1) throw new Error(`A module in ${folder} imports the messages of several folders.`)
  return sources[0]
}

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
