import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBareTexts } from './bare-texts.ts'
import { frontend } from './i18n/message-files.ts'

const modules = readdirSync(join(frontend, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.spec)\.tsx$/.test(name),
)

test('every text that comes and goes, or stands beside what does, has its own element', () => {
  const found = modules.flatMap((name) => {
    const texts = findBareTexts(name, readFileSync(join(frontend, 'src', name), 'utf8'))
    return texts.length === 0 ? [] : [[name, texts]]
  })
  expect(modules.length).toBeGreaterThan(200)
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
