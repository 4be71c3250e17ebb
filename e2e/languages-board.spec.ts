import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chooseLanguage, textsWith } from './support/languages.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { test } from './support/seeded-fixtures.ts'

/** The screens of the leaderboard and of the user's projects, with their German headings. */
const screens = [
  ['/leaderboard', 'Rangliste'],
  ['/leaderboard/replay?day=3', '30 Tage in 30 Sekunden'],
  ['/dashboard', 'Willkommen zurück, Maya'],
  ['/SubmitProject?day=2', 'Projekt einreichen'],
  ['/ProjectList', 'Meine Projekte'],
] as const

/** Opens a screen and waits for what it loads. */
async function open(page: Page, path: string): Promise<void> {
  await openInApp(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy=true], main [role=status][class*=skeleton]')).toHaveCount(0)
  await waitForAnswers(page)
}

// English words of every screen; German texts have none of them.
const english =
  /\b(the|your?|of|and|day|days|submit\w*|project|leaderboard|points?|rank|score|rated|streak|nothing|back|show\w*)\b/i

test('everything that a participant opens on these screens is in German @long', async ({
  product,
  openBrowser,
  seeded,
}) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant })
  await chooseLanguage(page, product.url, 'de')
  await page.goto('/leaderboard')
  await page.getByRole('button', { name: 'Details zu Leila Haddad' }).click()
  await page.getByRole('button', { name: 'Punkte von Leila Haddad erklärt' }).click()
  const points = page.getByRole('dialog', { name: 'Punkte von Leila Haddad' })
  // The server writes the reasons in English.
  await expect(points.getByText('Tag 1 eingereicht')).toBeVisible()
  expect(await textsWith(page, english, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Teilnehmende suchen' }).fill('Niemand')
  await expect(page.getByRole('heading', { name: 'Niemand passt zur Suche' })).toBeVisible()

  await page.goto('/SubmitProject?day=2')
  await page.getByRole('button', { name: 'Projekt einreichen' }).click()
  await expect(page.getByRole('link', { name: 'Der Projektname fehlt' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Gib mindestens eine Sprache an' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Der Screenshot fehlt' })).toBeVisible()
  expect(await textsWith(page, english, 'main')).toEqual([])

  await page.goto('/ProjectList')
  await page.getByRole('button', { name: 'Zurückziehen' }).click()
  await expect(page.getByRole('alertdialog', { name: /^Pulse by .* zurückziehen\?$/ })).toBeVisible()
  await expect(page.getByText(/^Tag 1 wird wieder frei/)).toBeVisible()
})

test('the preview of a restore is in German', async ({ product, openBrowser, seeded }) => {
  const { page } = await openBrowser('Ines', { as: seeded.admin })
  await chooseLanguage(page, product.url, 'de')
  await page.goto('/admin/version')
  await page
    .getByRole('button', { name: /Half time/ })
    .filter({ hasText: /^(Restore|Wiederherstellen)$/ })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Sicherung wiederherstellen?' })
  await expect(question.getByRole('button', { name: 'Ja, wiederherstellen' })).toBeEnabled()
  await expect(question.getByText('1 Projekt von Tag 2')).toBeVisible()
  expect(await textsWith(page, english, '[role=alertdialog]')).toEqual([])
})

test('the screens of a participant are in German @long', async ({ product, openBrowser, seeded }) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant })
  await chooseLanguage(page, product.url, 'de')
  for (const [path, heading] of screens) {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect([path, await textsWith(page, english, 'main')]).toEqual([path, []])
  }
})

test('from right to left, the labels below a chart stay below their days', async ({
  product,
  openBrowser,
  seeded,
}) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant })
  await chooseLanguage(page, product.url, 'ar-XB')
  // Marks of the direction are around the words.
  for (const [path, first, last] of [
    ['/dashboard', /^\W*Start\W*$/, /^\W*Finish\W*$/],
    ['/ProjectList', /^\W*Day\W*1\W*$/, /^\W*Day\W*30\W*$/],
  ] as const) {
    await page.goto(path)
    const leftOf = async (label: RegExp) =>
      (await page.locator('main p > span').filter({ hasText: label }).boundingBox())?.x ?? Number.NaN
    expect(await leftOf(first)).toBeLessThan(await leftOf(last))
  }
})
