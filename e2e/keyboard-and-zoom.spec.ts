import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { createProject, createParticipant } from './support/api.ts'
import { emailOf, password, podiumPlace } from './support/page-actions.ts'
import {
  adminScreens,
  communityScreens,
  historyScreens,
  openScreen,
  participantScreens,
  visitorScreens,
} from './support/screens.ts'
import type { Screen } from './support/screens.ts'
import { test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'
import { test as testWithProduct } from './support/product-fixtures.ts'

/** Presses Tab until an element has the focus. Throws after `maxPresses`. */
async function tabTo(page: Page, target: Locator, maxPresses = 60): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target.toString()} was not reached with ${maxPresses} presses of Tab.`)
}

test('a user can log in with the keyboard', async ({ page, seeded }) => {
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

test('a user can skip to the leaderboard and open a row with the keyboard', async ({
  openBrowser,
  seeded,
}) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant })
  await page.goto('/leaderboard')
  const details = page.getByRole('button', { name: 'Details of Leila Haddad' })
  await expect(details).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  // The next focusable element is inside the content, after the navigation.
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

test('navigation moves the focus to the heading and sets the title', async ({ openBrowser, seeded }) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant })
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
  testWithProduct(
    `the podium changes ${motion === 'reduce' ? 'without' : 'with'} animation`,
    async ({ product, openBrowser }) => {
      const kenji = await createParticipant(product, 'Kenji Watanabe')
      const maya = await createParticipant(product, 'Maya Lindgren')
      await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
      const { page } = await openBrowser('Maya', { as: maya, reducedMotion: motion })
      await page.addInitScript(() => {
        const animate = Element.prototype.animate
        Element.prototype.animate = function (...args) {
          document.documentElement.dataset['animated'] = 'yes'
          return animate.apply(this, args)
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

/** A window of 1280 pixels at 400 % zoom has a width of 320 CSS pixels. */
const narrow = { width: 320, height: 256 }

test('no screen needs horizontal scrolling at a width of 320 pixels', async ({ openBrowser, seeded }) => {
  const groups = [
    [visitorScreens, {}],
    [participantScreens, { as: seeded.participant }],
    [[...adminScreens, ...historyScreens], { as: seeded.admin }],
  ] as const
  for (const [screens, options] of groups) {
    const { page } = await openBrowser('User', { ...options, viewport: narrow })
    await expectNoOverflow(page, screens, seeded)
  }
})

test('no screen of the community needs horizontal scrolling at a width of 320 pixels', async ({
  openBrowser,
  seeded,
}) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant, viewport: narrow })
  await expectNoOverflow(page, communityScreens, seeded)
})

async function expectNoOverflow(
  page: Page,
  screens: readonly Screen[],
  seeded: SeededProduct,
): Promise<void> {
  for (const screen of screens) {
    await openScreen(page, screen, seeded)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${screen.name} is wider than the window`).toBeLessThanOrEqual(0)
  }
}
