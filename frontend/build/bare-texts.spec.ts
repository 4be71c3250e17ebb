import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { frontend } from './i18n/message-files.ts'
import { childrenOf, isNode, type Node } from './i18n/put-texts.ts'

const modules = readdirSync(join(frontend, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.spec)\.tsx$/.test(name),
)

test('every text that comes and goes, or stands beside what does, has its own element', () => {
  const found = modules.flatMap((name) => {
    const texts = findBareTexts(name, readFileSync(join(frontend, 'src', name), 'utf8'))
    return texts.length === 0 ? [] : [[name, texts]]
  })
  expect(modules.length).toBeGreaterThan(150)
  expect(found).toEqual([])
})

test.each([
  [`<p>{hint}{isLong && <b>{count}</b>}</p>`, ['{hint}']],
  [`<p><b>{name}</b>{isDone && t('done')}</p>`, [`{isDone && t('done')}`]],
  [`<p><b>{name}</b>{isDone && \` \${t('done')}\`}</p>`, [`{isDone && \` \${t('done')}\`}`]],
  [`<li>{isMet ? <Tick /> : <Circle />}{serverText(hint)}</li>`, ['{serverText(hint)}']],
  [`<p>{t.rich('by', { name })}{people.map(Person)}</p>`, [`{t.rich('by', { name })}`]],
  [`<p>Day {day} {isToday && <Badge />}</p>`, ['Day']],
  [`<p>{row.label}{row.count > 0 ? <Count /> : undefined}</p>`, ['{row.label}']],
])('a bare text is found: %s', (code, texts) => {
  expect(findBareTexts('x.tsx', `export const x = ${code}`)).toEqual(texts)
})

test.each([
  `<p>{isDone && t('done')}</p>`,
  `<p>{isDone ? t('done') : t('open')} <b>{name}</b></p>`,
  `<p><span>{hint}</span>{isLong && <b>{count}</b>}</p>`,
  `<p>{t('by')} <b>{name}</b></p>`,
  `<p><b>{name}</b>{' '}{isYou && <Badge />}</p>`,
])('a text is safe that has its own element, or stands beside what stays: %s', (code) => {
  expect(findBareTexts('x.tsx', `export const x = ${code}`)).toEqual([])
})

/** What a child of an element may be: a text, an element, several nodes, nothing, or what its name does not tell. */
type Kind = 'text' | 'element' | 'several' | 'nothing' | 'unknown'
type Fields = Record<string, unknown>

/** Names of values that are texts. */
const textName =
  /^(label|title|text|name|message|hint|error|failure|question|unit|sentence|chip|header|line|summary|explanation|description)$/

/**
 * Returns the texts of a module that stand beside a part which may come, go or become another element, without their own element.
 * A translated page has an element of the translator in the place of such a text, where React can insert or remove nothing.
 */
function findBareTexts(file: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = childrenOfElement(node).map((child) => ({ child, kinds: kindsOf(child) }))
      const varying = children.filter(({ kinds }) => varies(kinds))
      for (const { child, kinds } of children) {
        const besideVarying = children.length > 1 && varying.length > 0
        if (besideVarying && kinds.includes('text')) found.push(code.slice(child.start, child.end).trim())
      }
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync(file, code).program)
  return found
}

/** The children that are nodes of the page: no comments, spaces or line breaks. */
function childrenOfElement(node: Node): Node[] {
  const { children } = node as unknown as { children: Node[] }
  return children.filter((child) => kindsOf(child).length > 0)
}

const varies = (kinds: readonly Kind[]): boolean =>
  kinds.includes('several') ||
  (kinds.length > 1 && kinds.some((kind) => kind === 'nothing' || kind === 'element'))

/** Returns what a child may be, one for each branch; nothing for what translators leave alone. */
function kindsOf(node: Node): Kind[] {
  const { value, name, operator, ...fields } = node as Node & Fields
  const of = (field: string): Kind[] => {
    const child = fields[field]
    return isNode(child) ? kindsOf(child) : ['unknown']
  }
  switch (node.type) {
    case 'JSXText':
      return String(value).trim() === '' ? [] : ['text']
    case 'JSXElement':
    case 'JSXFragment':
      return ['element']
    case 'JSXEmptyExpression':
      return []
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return of('expression')
    case 'LogicalExpression':
      return [...(operator === '&&' ? (['nothing'] as const) : of('left')), ...of('right')]
    case 'ConditionalExpression':
      return [...of('consequent'), ...of('alternate')]
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return ['text']
    case 'Literal':
      if (typeof value === 'string') return value.trim() === '' ? [] : ['text']
      return [typeof value === 'number' ? 'text' : 'nothing']
    case 'Identifier':
      return [name === 'undefined' ? 'nothing' : textName.test(String(name)) ? 'text' : 'unknown']
    case 'MemberExpression':
      return of('property')
    case 'CallExpression':
      return [kindOfCall(fields['callee'])]
    default:
      return ['unknown']
  }
}

function kindOfCall(callee: unknown): Kind {
  const name = (node: unknown): string => (isNode(node) && 'name' in node ? String(node.name) : '')
  if (/^(t$|format[A-Z]|serverText$)/.test(name(callee))) return 'text'
  const { object, property } = Object(callee) as Fields
  // The parts of a message with elements inside are always the same.
  if (name(object) === 't') return 'text'
  return name(property) === 'map' ? 'several' : 'unknown'
}
