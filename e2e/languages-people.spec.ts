import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { chooseLanguage, languageCodes, textsWith } from './support/languages.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'

/** The screens about people, projects and days, each with a German heading. */
const screensOf = ({ rated, pending, discussion, participant }: SeededProduct): [string, string][] => [
  ['/community', 'Community'],
  ['/community?tab=discussions', 'Beliebte Einreichungen'],
  [`/community?tab=discussions&discussion=${discussion}`, 'Antworten'],
  ['/community?tab=members', 'Die Aktivsten'],
  ['/profile', 'Deine Daten'],
  [`/project/${rated}`, 'Dieses Projekt bewerten'],
  [`/project/${pending}`, 'Bewertungen dieses Projekts'],
  ['/project/none', 'Projekt nicht gefunden'],
  [`/projects/${rated}/ratings`, 'Wertung nach Kriterien'],
  [`/u/${participant._id}`, 'Letzte Aktivitäten'],
  ['/certificate', 'Fehlende Tage'],
  ['/certificates/unknown', 'Es gibt kein Zertifikat mit diesem Code'],
  ['/daily-challenge', 'Anforderungen'],
  ['/daily-challenge?tab=past', 'Tagesaufgabe'],
  ['/daily-challenge?tab=stats', 'Fortschritt der Challenge'],
  ['/resources', 'Ressourcen'],
]

async function open(page: Page, path: string): Promise<void> {
  await openInApp(page, path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await waitForAnswers(page)
}

/** The descriptions of the days have one language. */
const descriptions = new Set(challengeBriefs.map(({ description }) => description))
const withoutDescriptions = (texts: readonly string[]) => texts.filter((text) => !descriptions.has(text))

// Words of the English texts; German ones have none of them. Resources have names such as "The Odin Project".
const english =
  /\b(the|your|of|and|days|submitted|projects?|points|ranked|rating|yet|comments?|repl(y|ies)|earned|opens)\b/
const isResource = (text: string) =>
  /^[a-z0-9.-]+\.[a-z]+$|(Rust Book|Odin Project|Laws of UX|Use The Index|Twelve-Factor)/.test(text)

test('dialogs, forms and their errors are in German @long', async ({ seeded, openBrowser }) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant })
  await chooseLanguage(page, seeded.product.url, 'de')
  await open(page, '/community?tab=discussions')
  await page.getByRole('button', { name: 'Diskussion beginnen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Diskussion beginnen' })
  await dialog.getByRole('button', { name: 'Diskussion beginnen' }).click()
  await expect(dialog.getByText('Der Titel fehlt').first()).toBeVisible()
  await expect(dialog.getByText('Der Text fehlt').first()).toBeVisible()

  await open(page, '/profile')
  await page.getByRole('button', { name: 'Profil bearbeiten' }).click()
  await page.getByRole('textbox', { name: 'Vollständiger Name' }).fill('M')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByText('Der Name ist zu kurz').first()).toBeVisible()
  expect(await textsWith(page, english)).toEqual([])
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Mein Konto löschen' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Dein Konto löschen?' })).toBeVisible()

  await open(page, `/project/${seeded.rated}`)
  await expect(page.getByText(/^Bewerte vor dem Absenden/)).toHaveText(
    'Bewerte vor dem Absenden noch: Funktion, Gestaltung, Kreativität und Code-Qualität',
  )
})

test('notifications are sentences in German', async ({ seeded, openBrowser }) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant })
  await chooseLanguage(page, seeded.product.url, 'de')
  await open(page, '/resources')
  await page.getByRole('button', { name: /^Benachrichtigungen/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Benachrichtigungen' })
  await expect(dialog.getByRole('link', { name: 'Die Challenge hat begonnen' })).toBeVisible()
  expect(await textsWith(page, english, '[role=dialog]')).toEqual([])
})

test('the screens about people, projects and days are in German @long', async ({ seeded, openBrowser }) => {
  test.setTimeout(120_000)
  const { page } = await openBrowser('Maya', { as: seeded.participant })
  await chooseLanguage(page, seeded.product.url, 'de')
  for (const [path, heading] of screensOf(seeded)) {
    await open(page, path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    const texts = withoutDescriptions(await textsWith(page, english)).filter((text) => !isResource(text))
    expect([path, texts]).toEqual([path, []])
  }
})

test('the chosen tab is in view on a narrow phone, also from right to left @long', async ({
  seeded,
  openBrowser,
}) => {
  const { page } = await openBrowser('Maya', {
    as: seeded.participant,
    viewport: { width: 320, height: 700 },
  })
  const chosen = page.getByRole('tab', { selected: true })
  for (const code of languageCodes) {
    await chooseLanguage(page, seeded.product.url, code)
    await page.goto('/daily-challenge?tab=stats')
    await page.waitForLoadState('networkidle')
    await expect(chosen).toBeInViewport({ ratio: 0.95 })
  }
  // From right to left the first tab is the rightmost.
  await open(page, '/daily-challenge')
  const [first, last] = [page.getByRole('tab').first(), page.getByRole('tab').last()]
  expect((await first.boundingBox())?.x).toBeGreaterThan((await last.boundingBox())?.x ?? Infinity)
})
