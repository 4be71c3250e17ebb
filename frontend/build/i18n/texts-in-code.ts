import { parseSync } from 'vite'
import { childrenOf, isNode, type Node } from './syntax-tree.ts'

/** "Leaderboard", "Day: " and "not ranked yet", but no key, path, class name or value such as "asc". */
const isText = (value: string) => /^[A-Z][a-z]+([ .:!?]|$)/.test(value) || /[a-z]{2,} [a-z]{2,}/i.test(value)

/** A part of a template between two values: " of ", "submitted " and " days". */
const isPartOfText = (value: string) => isText(value) || /^ [a-z]{2,}( |$)|^[a-z]{2,} $/i.test(value)

/** Attributes whose values are read by programs. */
const technicalAttributes = new Set(['className', 'preserveAspectRatio', 'rel', 'viewBox'])

/**
 * Returns the texts in the code of a module that a user may read, which are neither messages, nor texts of errors that are
 * created there, nor compared with a value. A single word in small letters is not found.
 */
export function findTexts(file: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: Node, parent: Node | undefined): void => {
    if (isTechnical(node, parent)) return
    const { value } = node as { value?: unknown }
    if (node.type === 'Literal' && typeof value === 'string' && isText(value)) found.push(value)
    if (node.type === 'JSXText' && typeof value === 'string' && isText(value.trim())) found.push(value.trim())
    if (node.type === 'TemplateElement') {
      const { cooked } = value as { cooked: string }
      if (isPartOfText(cooked)) found.push(cooked)
    }
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parseSync(file, code).program, undefined)
  return found
}

function isTechnical(node: Node, parent: Node | undefined): boolean {
  if (/^(Import|ExportAll|TS(?!As|NonNull|Satisfies))/.test(node.type)) return true
  if (node.type === 'NewExpression' && 'callee' in node && isNode(node.callee))
    return 'name' in node.callee && /(Error|Exception)$/.test(String(node.callee.name))
  if (node.type === 'JSXAttribute' && 'name' in node && isNode(node.name))
    return 'name' in node.name && technicalAttributes.has(String(node.name.name))
  if (parent?.type === 'BinaryExpression' || parent?.type === 'SwitchCase') return node.type === 'Literal'
  return parent?.type === 'Property' && 'key' in parent && parent.key === node
}
