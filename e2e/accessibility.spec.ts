import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import {
  adminDialog,
  adminScreens,
  communityScreens,
  historyScreens,
  openScreen,
  participantDialog,
  participantScreens,
  visitorScreens,
} from './support/screens.ts'
import type { Screen } from './support/screens.ts'
import { test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'

const appearances = [
  { width: 'wide', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { width: 'wide', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { width: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { width: 'phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** Returns a line for each violation, with the element and the reason. */
async function findViolations(page: Page, { name, scope }: Screen): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // The list scrolls with its options, through which the arrow keys move the focus.
  if (scope !== undefined) axe.include(scope).disableRules(['region', 'scrollable-region-focusable'])
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${name}: ${id} at ${target.join(' ')} – ${failureSummary}`),
  )
}

async function expectAccessible(
  page: Page,
  screens: readonly Screen[],
  seeded: SeededProduct,
): Promise<void> {
  const found: string[] = []
  for (const screen of screens) {
    await openScreen(page, screen, seeded)
    found.push(...(await findViolations(page, screen)))
  }
  expect(found).toEqual([])
}

for (const { width, ...appearance } of appearances) {
  const options = { ...appearance, reducedMotion: 'reduce' } as const

  test(`the screens of visitors are accessible, ${width} and ${appearance.colorScheme}`, async ({
    openBrowser,
    seeded,
  }) => {
    const { page } = await openBrowser('Visitor', options)
    await expectAccessible(page, visitorScreens, seeded)
  })

  test(`the screens of participants are accessible, ${width} and ${appearance.colorScheme}`, async ({
    openBrowser,
    seeded,
  }) => {
    const { page } = await openBrowser('Maya', { ...options, as: seeded.participant })
    await expectAccessible(page, [...participantScreens, participantDialog[width]], seeded)
  })

  test(`the screens of the community and of each day are accessible, ${width} and ${appearance.colorScheme}`, async ({
    openBrowser,
    seeded,
  }) => {
    const { page } = await openBrowser('Maya', { ...options, as: seeded.participant })
    await expectAccessible(page, communityScreens, seeded)
  })

  test(`the screens of admins are accessible, ${width} and ${appearance.colorScheme}`, async ({
    openBrowser,
    seeded,
  }) => {
    const { page } = await openBrowser('Ines', { ...options, as: seeded.admin })
    await expectAccessible(page, [...adminScreens, adminDialog[width]], seeded)
  })

  test(`the screens for the history of the challenge are accessible, ${width} and ${appearance.colorScheme}`, async ({
    openBrowser,
    seeded,
  }) => {
    const { page } = await openBrowser('Ines', { ...options, as: seeded.admin })
    await expectAccessible(page, historyScreens, seeded)
  })
}
