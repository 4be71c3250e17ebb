import { expect } from '@playwright/test'
import { createParticipant } from './support/api.ts'
import { chooseLanguage, sentLanguage, untranslatedTexts } from './support/languages.ts'
import { password } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

// The pages whose texts have moved to message files.
const paths = ['/', '/login', '/signup', '/forgot', '/reset-password', '/unsubscribe']

test('a reader gets pages in the language of the browser, before any script runs, or in the chosen one', async ({
  product,
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: product.url,
    locale: 'de-AT',
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Dreißig Tage/, level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  // The briefs of the days are content, not texts of the screen.
  await expect(page.getByText('Trinkgeldrechner').first()).toBeAttached()
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href')
  const response = await page.request.get(manifest ?? '')
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  expect(await response.json()).toMatchObject({ lang: 'de', shortcuts: [{ name: 'Rangliste' }, {}] })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  await expect(page).toHaveTitle('Anmelden · Thirty')
  await chooseLanguage(page, product.url, 'en')
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await context.close()
})

test('a user with German sees errors in German, chooses English, and keeps it', async ({ product, page }) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  await chooseLanguage(page, product.url, 'de')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Anmelden', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('E-Mail-Adresse oder Benutzername fehlt')).toBeVisible()
  await page.getByLabel('E-Mail-Adresse oder Benutzername').fill(kenji.email)
  await page.getByLabel('Passwort', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('E-Mail-Adresse, Benutzername oder Passwort ist falsch')).toBeVisible()
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' }).first()).toContainText('Rangliste')
  await page.goto('/daily-challenge?day=1')
  await expect(page.getByRole('heading', { name: 'Profilkarte' })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Profil bearbeiten' }).click()
  const choice = page.getByRole('group', { name: 'Sprache' }).first()
  await expect(choice.getByRole('button', { name: 'Deutsch' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('banner').getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toContainText('Leaderboard')
  await expect(page.getByRole('button', { name: 'Deutsch' })).toBeVisible()
  // The account has the choice, too, although the page that sent it was left at once.
  const headers = { authorization: `Bearer ${kenji.token}` }
  const account = async () => (await page.request.get('/api/auth/me', { headers })).json()
  await expect.poll(account).toMatchObject({ user: { language: 'en' } })
  await page.goto('/leaderboard')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

// Names are not texts of the product.
const names = /^(Thirty|GitHub|Google|English|Deutsch|kanban|github)/

test('the server sends the pages for visitors in the chosen language, with no text untranslated', async ({
  product,
  page,
}) => {
  await chooseLanguage(page, product.url, 'en-XA')
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await sentLanguage(page, path)).toBe('en-XA')
    expect([path, await untranslatedTexts(page, { names })]).toEqual([path, []])
  }
})
