import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { resources } from '../../src/features/resources/resources.ts'
import { frontend } from './message-files.ts'
import { childrenOf, isNode, type Node } from './put-texts.ts'

const root = join(frontend, '..')

/** Specs, and the folders whose texts are not in message files yet. */
const exceptions = (
  JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
    overrides: { files: string[]; rules?: Record<string, unknown> }[]
  }
).overrides.flatMap(({ files, rules }) => (rules?.['react/jsx-no-literals'] === 'off' ? files : []))

const modules = readdirSync(join(root, 'frontend/src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `frontend/src/${name}`)
  .filter((name) => /(?<!\.spec|\.d)\.tsx?$/.test(name) && !name.includes('/messages/'))
  .filter((name) => !exceptions.some((pattern) => matchesGlob(name, pattern)))

/** Names, units, keys of the keyboard and values of requests. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'frontend/src/app/root.tsx': ['Thirty'],
  'frontend/src/features/accounts/log-in-and-sign-up-screens.tsx': ['Google'],
  'frontend/src/features/leaderboard/leaderboard.ts': [
    ' Demo',
    'Alex',
    'Billie',
    'Casey',
    'Devon',
    'Emery',
    'Finley',
    'Harper',
    'Jamie',
    'Kit',
    'Lennon',
  ],
  'frontend/src/features/resources/resources.ts': resources.map(({ name }) => name),
  'frontend/src/shared/http/download.ts': [' KB', ' MB'],
  'frontend/src/shared/http/http.ts': ['Bearer '],
  'frontend/src/shared/i18n/languages.ts': ['Pseudo', 'Pseudo, right to left'],
  'frontend/src/shared/ui/brand/logo.tsx': ['Thirty'],
  'frontend/src/shared/ui/select/combo-box.tsx': ['Home', 'End'],
}

test('every text of the moved folders is a message', () => {
  const found = modules.flatMap((name) => {
    const texts = findTexts(name, readFileSync(join(root, name), 'utf8'))
    const unknown = texts.filter((text) => !allowed[name]?.includes(text))
    return unknown.length === 0 ? [] : [[name, unknown]]
  })
  expect(modules.length).toBeGreaterThan(200)
  expect(found).toEqual([])
})

test.each([
  [`const label = isYou ? 'You' : name`, 'You'],
  [`const labels = new Map([[path, 'My projects']])`, 'My projects'],
  ['const done = `${count} of ${total} days`', ' of '],
  ['const done = `submitted ${day}`', 'submitted '],
  [`const row = <p>{found ? 'Nothing here' : null}</p>`, 'Nothing here'],
  [`const row = <Card heading="Your certificate" />`, 'Your certificate'],
  [`const row = <p>Your certificate</p>`, 'Your certificate'],
])('a text in code is found: %s', (code, text) => {
  expect(findTexts('x.tsx', code)).toContain(text)
})

test.each([
  `if (key === 'Escape') close()`,
  `throw new Error('The page has no element')`,
  `const style = <a rel="noopener noreferrer" className={\`\${css.a} \${css.b}\`} />`,
  `const label = t('youLegend')`,
  `import { Dialog } from './Some dialog.tsx'`,
])('a text that nobody reads is not: %s', (code) => {
  expect(findTexts('x.tsx', code)).toEqual([])
})

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
function findTexts(file: string, code: string): string[] {
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
