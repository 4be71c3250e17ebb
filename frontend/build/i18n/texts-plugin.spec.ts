// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { languages } from '../../src/shared/i18n/languages.ts'
import { briefsCode } from './texts-plugin.ts'

afterEach(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})

const titleOfDay4 = { en: 'Unit converter', de: 'Einheitenrechner' }

test.each(['en', 'de'] as const)(
  'a script in %s has the briefs of its language and no other ones',
  (code) => {
    const language = languages.find((each) => each.code === code) ?? languages[0]
    const script = briefsCode(language)
    for (const [other, title] of Object.entries(titleOfDay4))
      expect([other, script.includes(title)]).toEqual([other, other === code])
  },
)

test.each(['en', 'de'] as const)('a page in %s shows the briefs of its language', async (code) => {
  document.documentElement.lang = code
  vi.resetModules()
  const { challengeBrief } = await import('@thirty/contracts/briefs/challenge-briefs.ts')
  expect(challengeBrief(4)).toMatchObject({ day: 4, title: titleOfDay4[code], difficulty: 'Beginner' })
})

test('a test language has accents in every text of a brief', () => {
  const pseudo = languages.find(({ code }) => code === 'en-XA') ?? languages[0]
  const script = briefsCode(pseudo)
  expect(script).toContain('Ûñîţ çöñṽéŕţéŕ')
  expect(script).not.toContain('Unit converter')
})
