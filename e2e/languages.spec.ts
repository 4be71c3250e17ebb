import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { createParticipant } from './support/api.ts'
import { password } from './support/page-actions.ts'
import { lowTargets, overflowingWidth } from './support/page-layout.ts'
import { test } from './support/product-fixtures.ts'

// The pages whose texts have moved to message files.
const paths = ['/', '/login', '/signup', '/forgot', '/reset-password', '/unsubscribe']

const chooseLanguage = (page: Page, url: string, code: string) =>
  page.context().addCookies([{ name: 'language', value: code, url }])

test('a reader gets pages in the chosen language, before any script runs', async ({ product, browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: product.url,
    locale: 'de-AT',
  })
  const page = await context.newPage()
  await page.goto('/')
  // Not all screens are in German, so it is shown only on request.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await chooseLanguage(page, product.url, 'de')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Dreißig Tage/, level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  await expect(page).toHaveTitle('Anmelden · Thirty')
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
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toContainText('Leaderboard')
  await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveCount(0)
  await page.goto('/leaderboard')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

for (const code of ['de', 'en-XA', 'ar-XB'])
  test(`the pages for visitors fit and are accessible in ${code}`, async ({ product, browser }) => {
    test.setTimeout(120_000)
    const context = await browser.newContext({
      baseURL: product.url,
      hasTouch: true,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await chooseLanguage(page, product.url, code)
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', code)
        const overflow = Math.max(0, await overflowingWidth(page))
        expect([path, width, overflow, await lowTargets(page)]).toEqual([path, width, 0, []])
        if (width === 320) continue
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
        expect([path, violations.map(({ id }) => id)]).toEqual([path, []])
      }
    }
    await context.close()
  })

// Names of people, projects and days are not texts of the product.
const briefs = new Set(challengeBriefs.map(({ title }) => title))
const isContent = (text: string) =>
  briefs.has(text) || /^(Thirty|GitHub|Google|English|Deutsch|kanban|github)/.test(text)

test('the pages for visitors have no text that is not translated', async ({ product, page }) => {
  await chooseLanguage(page, product.url, 'en-XA')
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const texts = await page.evaluate(() => {
      const isName = (element: Element) =>
        element.closest('[dir=auto], li strong, noscript, script, style') !== null
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found = []
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode
        if (parentElement && !isName(parentElement)) found.push(textContent?.trim() ?? '')
      }
      return found
    })
    const plain = texts.filter((text) => /[a-z]{3}/.test(text) && !isContent(text))
    expect([path, plain]).toEqual([path, []])
  }
})
