import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { createProject, createParticipant } from './support/api.ts'
import { emailOf, password, podiumPlace } from './support/page-actions.ts'
import { adminScreens, openScreen, participantScreens, visitorScreens } from './support/screens.ts'
import { test } from './support/seeded-fixtures.ts'
import { test as fresh } from './support/product-fixtures.ts'

/** Presses Tab until the focus is where it should be, as somebody without a mouse does. */
async function tabTo(page: Page, goal: Locator, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    if (await goal.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${goal.toString()} was not reached with ${most} presses of Tab.`)
}

test('somebody without a mouse logs in', async ({ page, seeded }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('textbox', { name: 'Email or username' }))
  await page.keyboard.type(emailOf(seeded.participant.fullName))
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('somebody without a mouse skips to the board and opens a row', async ({
  openBrowser: browserOf,
  seeded,
}) => {
  const { page } = await browserOf('Maya', { as: seeded.participant })
  await page.goto('/leaderboard')
  const details = page.getByRole('button', { name: 'Details of Leila Haddad' })
  await expect(details).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  // The next stop lies inside the content, past the navigation.
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toHaveCount(1)

  await tabTo(page, details)
  await expect(details).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(details).toHaveAttribute('aria-expanded', 'false')
  await expect(details).toBeFocused()
})

test('a change of screen moves the focus to its heading and names the window', async ({
  openBrowser: browserOf,
  seeded,
}) => {
  const { page } = await browserOf('Maya', { as: seeded.participant })
  await page.goto('/dashboard')
  await expect(page).toHaveTitle('Dashboard · Thirty')
  const places = page.getByRole('navigation', { name: 'Main' })
  for (const [link, title] of [
    ['Leaderboard', 'Leaderboard'],
    ['Daily challenge', 'Daily challenge'],
    ['Community', 'Community'],
  ] as const) {
    await places.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    await expect(page).toHaveTitle(`${title} · Thirty`)
  }
})

for (const motion of ['no-preference', 'reduce'] as const) {
  fresh(
    `the podium changes hands ${motion === 'reduce' ? 'without' : 'with'} movement`,
    async ({ product, openBrowser: browserOf }) => {
      const kenji = await createParticipant(product, 'Kenji Watanabe')
      const maya = await createParticipant(product, 'Maya Lindgren')
      await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
      const { page } = await browserOf('Maya', { as: maya, reducedMotion: motion })
      await page.addInitScript(() => {
        const animate = Element.prototype.animate
        Element.prototype.animate = function (...how) {
          document.documentElement.dataset['animated'] = 'yes'
          return animate.apply(this, how)
        }
      })
      await page.goto('/leaderboard')
      await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')
      for (const day of [1, 2])
        await createProject(product, maya, { projectName: `Tomato clock ${day}`, day })
      await expect(podiumPlace(page, 1)).toContainText('Maya Lindgren')
      const animated = await page.evaluate(() => document.documentElement.dataset['animated'] ?? 'no')
      expect(animated).toBe(motion === 'reduce' ? 'no' : 'yes')
    },
  )
}

/** 1280 pixels at 400 % zoom are 320 wide. */
const narrow = { width: 320, height: 256 }

test('nothing has to be scrolled sideways at 320 pixels, or 400 percent', async ({
  openBrowser: browserOf,
  seeded,
}) => {
  const halves = [
    [visitorScreens, {}],
    [participantScreens, { as: seeded.participant }],
    [adminScreens, { as: seeded.admin }],
  ] as const
  for (const [screens, who] of halves) {
    const { page } = await browserOf('Somebody', { ...who, viewport: narrow })
    for (const screen of screens) {
      await openScreen(page, screen, seeded)
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(beyond, `${screen.name} reaches beyond the edge`).toBeLessThanOrEqual(0)
    }
  }
})
