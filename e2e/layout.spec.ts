import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
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

/** Returns the heights of the bars that stay in the window while it scrolls, in px. */
const fixedHeight = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 400)
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { position, pointerEvents } = getComputedStyle(element)
        const { width } = element.getBoundingClientRect()
        if (pointerEvents === 'none' || width < innerWidth / 2) return false
        return position === 'fixed' || position === 'sticky'
      })
      .map((element) => element.getBoundingClientRect().height)
      .reduce((sum, height) => sum + height, 0)
  })

/** Returns the links and buttons that are lower than 44 px. Links inside a sentence may be. */
const lowTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, summary')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        const { display, visibility, clipPath } = getComputedStyle(element)
        if (width < 2 || height < 2 || display === 'inline' || visibility === 'hidden' || clipPath !== 'none')
          return false
        const enlarged = ['::before', '::after'].map((part) => {
          const style = getComputedStyle(element, part)
          return style.position === 'absolute' ? Number.parseFloat(style.height) || 0 : 0
        })
        return Math.max(height, ...enlarged) < 43.5
      })
      .map((element) => element.ariaLabel ?? element.textContent),
  )

/** Returns the groups of buttons of which some are outside the visible part. */
const cutGroups = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="group"]')]
      .filter((group) => group.scrollWidth > group.clientWidth + 1)
      .map((group) => group.ariaLabel),
  )

test('in a low window the bars leave most of the space to the content', async ({ openBrowser, seeded }) => {
  const { page } = await openBrowser('Maya', {
    as: seeded.participant,
    viewport: { width: 320, height: 256 },
  })
  await page.goto('/leaderboard')
  await expect(page.getByRole('button', { name: 'Details of Leila Haddad' })).toBeAttached()
  expect(await fixedHeight(page)).toBeLessThanOrEqual(64)
})

test('on a touch screen everything that is pressed is at least 44 pixels high', async ({
  openBrowser,
  seeded,
}) => {
  const groups = [
    [visitorScreens, {}],
    [participantScreens, { as: seeded.participant }],
    [[...adminScreens, ...historyScreens], { as: seeded.admin }],
  ] as const
  for (const [screens, options] of groups) {
    const { page } = await openBrowser('User', { ...options, ...touch })
    await expectHighTargets(page, screens, seeded)
  }
})

test('on a touch screen everything that is pressed in the community is at least 44 pixels high', async ({
  openBrowser,
  seeded,
}) => {
  const { page } = await openBrowser('Maya', { as: seeded.participant, ...touch })
  await expectHighTargets(page, communityScreens, seeded)
})

const touch = { viewport: { width: 390, height: 844 }, hasTouch: true }

async function expectHighTargets(
  page: Page,
  screens: readonly Screen[],
  seeded: SeededProduct,
): Promise<void> {
  for (const screen of screens) {
    await openScreen(page, screen, seeded)
    expect.soft(await lowTargets(page), screen.name).toEqual([])
  }
}

for (const width of [320, 1024]) {
  test(`filters and sort buttons are whole at a width of ${width} pixels`, async ({
    openBrowser,
    seeded,
  }) => {
    const viewport = { width, height: 800 }
    const admin = await openBrowser('Ines', { as: seeded.admin, viewport })
    await admin.page.goto('/admin/submissions')
    await expect(admin.page.getByRole('button', { name: /^Rejected/ })).toBeVisible()
    // The numbers in the filters arrive with the list.
    await expect.poll(() => cutGroups(admin.page)).toEqual([])
    const participant = await openBrowser('Maya', { as: seeded.participant, viewport })
    await participant.page.goto('/leaderboard')
    await expect(participant.page.getByRole('button', { name: /^Streak/ }).first()).toBeVisible()
    await expect.poll(() => cutGroups(participant.page)).toEqual([])
  })
}

test('the podium is in the middle below 960 pixels', async ({ openBrowser, seeded }) => {
  const { page } = await openBrowser('Maya', {
    as: seeded.participant,
    viewport: { width: 800, height: 900 },
  })
  await page.goto('/leaderboard')
  const box = await page.getByRole('list', { name: 'Podium' }).boundingBox()
  expect(box && Math.abs(box.x + box.width / 2 - 400)).toBeLessThan(8)
})

test('log in and sign up stay on one line at a width of 320 pixels', async ({ openBrowser }) => {
  const { page } = await openBrowser('Visitor', { viewport: { width: 320, height: 800 } })
  await page.goto('/')
  const header = page.locator('header').first()
  for (const name of ['Log in', 'Sign up']) {
    const lines = await header.getByRole('link', { name }).evaluate((link) => {
      const text = document.createRange()
      text.selectNodeContents(link)
      return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size
    })
    expect(lines, name).toBe(1)
  }
})
