import { expect } from '@playwright/test'
import { findViolations } from './support/accessibility.ts'
import { expectAccepted } from './support/accepted-screens.ts'
import { adminDialog, adminScreens } from './support/screens/admins.ts'
import { someScreens } from './support/screens/all.ts'
import type { Group } from './support/screens/all.ts'
import { communityScreens } from './support/screens/community.ts'
import { historyScreens } from './support/screens/history.ts'
import { participantDialog, participantScreens } from './support/screens/participants.ts'
import { projectScreens } from './support/screens/projects.ts'
import { screenOpener } from './support/screens/screen.ts'
import type { Screen } from './support/screens/screen.ts'
import { visitorScreens } from './support/screens/visitors.ts'
import { webhookScreens } from './support/screens/webhooks.ts'
import { lowTargets, overflowingWidth } from './support/page-layout.ts'
import { screenTest as test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'
import type { SignedInUser } from './support/api.ts'

const groups = [
  ['visitors', () => visitorScreens, () => undefined],
  [
    'participants',
    (width) => [...participantScreens, participantDialog[width]],
    ({ participant }) => participant,
  ],
  ['participants for projects', () => projectScreens, ({ participant }) => participant],
  ['participants for the community', () => communityScreens, ({ participant }) => participant],
  ['admins', (width) => [...adminScreens, adminDialog[width]], ({ admin }) => admin],
  ['admins for the history of the challenge', () => historyScreens, ({ admin }) => admin],
  ['admins for webhooks', () => webhookScreens, ({ admin }) => admin],
] satisfies [
  name: string,
  screens: (width: 'wide' | 'phone') => readonly Screen[],
  user: (seeded: SeededProduct) => SignedInUser | undefined,
][]

// Each test opens all screens of a group, most of them in one load of the page.
test.describe.configure({ timeout: 180_000 })

/** Checks each screen in its own step: a step that waits in vain fails soon, and by its name. */
async function checkEach(
  screens: readonly Screen[],
  check: (screen: Screen) => Promise<void>,
): Promise<void> {
  for (const screen of screens) await test.step(screen.name, () => check(screen), { timeout: 30_000 })
}

const wideScreens = [
  ...someScreens,
  ...groups.map(([group, screens, user]): Group => [`all screens of ${group} @long`, screens('wide'), user]),
]

for (const [which, screens, user] of wideScreens)
  test(`${which}, wide, are accessible in light and look as accepted`, async ({ openBrowser, seeded }) => {
    const as = user(seeded)
    const viewport = { width: 1440, height: 900 }
    const { page } = await openBrowser('User', { ...(as && { as }), viewport })
    const open = screenOpener(page, seeded)
    await checkEach(screens, async (screen) => {
      await open(screen)
      await expectAccepted(page, `${screen.name}-wide`, 'light')
      expect.soft(await findViolations(page, screen.scope), screen.name).toEqual([])
    })
  })

for (const [group, screens, user] of groups) {
  // A window of 1280 pixels at 400 % zoom has a width of 320 CSS pixels.
  test(`the phone screens of ${group} are accessible in dark, can be touched, fit into 320 pixels and look as accepted`, async ({
    openBrowser,
    seeded,
  }) => {
    const as = user(seeded)
    const viewport = { width: 390, height: 844 }
    const options = { viewport, hasTouch: true } as const
    const { page } = await openBrowser('User', { ...(as && { as }), ...options })
    const open = screenOpener(page, seeded)
    await checkEach(screens('phone'), async (screen) => {
      await page.setViewportSize(viewport)
      await open(screen)
      await expectAccepted(page, `${screen.name}-phone`, 'dark')
      expect.soft(await findViolations(page, screen.scope), screen.name).toEqual([])
      expect.soft(await lowTargets(page), `${screen.name}: lower than 44 pixels`).toEqual([])
      await page.setViewportSize({ width: 320, height: 256 })
      await expect.soft
        .poll(() => overflowingWidth(page), `${screen.name}: wider than the window`)
        .toBeLessThanOrEqual(0)
    })
  })
}
