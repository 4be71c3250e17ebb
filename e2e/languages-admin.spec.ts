import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { chooseLanguage, sentLanguage } from './support/languages.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { password } from './support/page-actions.ts'
import { test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'

/** The screens of admins, with their headings and titles in German. A rating has the name of the project as its heading. */
const screensOf = ({
  rated,
  participant,
}: SeededProduct): [path: string, heading: string, title: string][] => [
  ['/admin/leaderboard', 'Rangliste', 'Rangliste'],
  ['/admin/submissions', 'Einreichungen', 'Einreichungen'],
  [`/admin/rate-project/${rated}`, 'Pulse by Kenji Watanabe', 'Pulse by Kenji Watanabe bewerten'],
  ['/admin/judging', 'Jury', 'Jury'],
  ['/admin/users', 'Konten', 'Konten'],
  [`/admin/users/${participant._id}/projects`, 'Projekte eines Kontos', 'Projekte von Maya Lindgren'],
  ['/admin/team', 'Team', 'Team'],
  ['/admin/settings', 'Steuerung der Challenge', 'Einstellungen'],
  ['/admin/reveal', 'Endstand', 'Enthüllung'],
  ['/admin/version', 'Sicherungen der Challenge', 'Sicherungen'],
  ['/admin/audit', 'Protokoll', 'Protokoll'],
  ['/admin/health', 'Zustand', 'Zustand'],
  ['/admin/webhooks', 'Webhooks', 'Webhooks'],
]

/** Words of the English texts, of which none may be on a German page. */
const english =
  /\b(the|of|and|with|submitted|approved|rejected|waiting|Loading|Failed|Showing|Search|Backup|Users|Settings|Rate|Review|Joined|Started|Export|Restore)\b/

/** Returns the texts of a page without names, and without what participants have written. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const isContent = (element: Element) =>
      element.closest('[dir=auto], bdi, code, noscript, textarea, script, style') !== null
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement && !isContent(parentElement)) found.push(textContent?.trim() ?? '')
    }
    const labels = document.querySelectorAll('[aria-label]:not([dir=auto]), [placeholder]')
    for (const label of labels) found.push(label.ariaLabel ?? label.getAttribute('placeholder') ?? '')
    return [...new Set(found)]
  })

/** Returns a text without the titles of the thirty days. */
const withoutTitles = (text: string) =>
  challengeBriefs.reduce((rest, { title }) => rest.replace(title, ''), text)
const isName = (text: string) =>
  /^(Thirty|English|TypeScript|Half time|Ines Duarte|[\w.]+@[\w.]+)$|Pulse by|After half time/.test(text)

async function openScreen(page: Page, path: string): Promise<void> {
  await openInApp(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitForAnswers(page)
  await expect(page.getByRole('status', { name: /load|lade/i })).toHaveCount(0)
}

test('the audit says in German what admins have done', async ({ openBrowser, seeded }) => {
  const { page } = await openBrowser('Ines', { as: seeded.admin })
  await chooseLanguage(page, seeded.product.url, 'de')
  await openScreen(page, '/admin/audit')
  for (const sentence of [
    'Ines Duarte hat die Sicherung „Half time“ der Runde 1 angelegt',
    'Ines Duarte hat Pulse by Zoë Ó Briain abgelehnt (Tag 1, Zoë Ó Briain): The live link does not answer.',
    'Ines Duarte hat Pulse by Kenji Watanabe mit 5,0 von 5 bewertet (Tag 1, Kenji Watanabe)',
    'Ines Duarte hat die Challenge gestartet',
  ])
    await expect(page.getByRole('button', { name: sentence })).toBeVisible()
  await page.getByRole('button', { name: /^Ines Duarte hat Pulse by Zoë Ó Briain abgelehnt/ }).click()
  await expect(page.getByRole('row', { name: 'Status in Prüfung abgelehnt' })).toBeVisible()
})

test('the server refuses in German', async ({ openBrowser, seeded }) => {
  const { page } = await openBrowser('Maya')
  await chooseLanguage(page, seeded.product.url, 'de')
  await page.goto('/admin/login')
  await page.getByLabel('E-Mail-Adresse oder Benutzername').fill(seeded.participant.email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('Dieses Konto hat keine Admin-Rechte')).toBeVisible()

  const admin = await openBrowser('Ines', { as: seeded.admin })
  await chooseLanguage(admin.page, seeded.product.url, 'de')
  await openScreen(admin.page, '/admin/version')
  await admin.page.getByRole('button', { name: 'Sicherung anlegen' }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Sicherung anlegen' })
  await dialog.getByLabel('Name').fill(' ')
  await dialog.getByRole('button', { name: 'Sicherung anlegen' }).click()
  await expect(dialog.getByText('Der Name fehlt')).toBeVisible()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()

  await admin.page.getByRole('button', { name: 'Importieren' }).click()
  await admin.page.locator('input[type=file]').setInputFiles({
    name: 'x.ndjson.gz',
    mimeType: 'application/gzip',
    buffer: Buffer.from([0x1f, 0x8b, 8, 0]),
  })
  await expect(admin.page.getByText('Die Datei ist leer oder unvollständig.')).toBeVisible()
})

test('the screens of admins are in German @long', async ({ openBrowser, seeded }) => {
  test.setTimeout(120_000)
  const { page } = await openBrowser('Ines', { as: seeded.admin })
  await chooseLanguage(page, seeded.product.url, 'de')
  for (const [path, heading, title] of screensOf(seeded)) {
    await openScreen(page, path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    expect(await sentLanguage(page, path)).toBe('de')
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Admin · Thirty`)
    const texts = (await textsOf(page)).filter((text) => english.test(withoutTitles(text)) && !isName(text))
    expect([path, texts]).toEqual([path, []])
  }
})
