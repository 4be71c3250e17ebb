import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'
import {
  adminDialog,
  adminScreens,
  openScreen,
  participantDialog,
  participantScreens,
  visitorScreens,
} from './support/screens.ts'
import type { Screen } from './support/screens.ts'

const looks = [
  { width: 'wide', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { width: 'wide', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { width: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { width: 'phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** Every complaint as a line that says where, so that a failure needs no second run. */
async function complaints(page: Page, screen: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${screen}: ${id} at ${target.join(' ')} – ${failureSummary}`),
  )
}

async function all(page: Page, screens: readonly Screen[], seeded: SeededProduct): Promise<void> {
  const found: string[] = []
  for (const screen of screens) {
    await openScreen(page, screen, seeded)
    found.push(...(await complaints(page, screen.name)))
  }
  expect(found).toEqual([])
}

for (const { width, ...look } of looks) {
  const how = { ...look, reducedMotion: 'reduce' } as const

  test(`no barrier on any screen of visitors, ${width} and ${look.colorScheme}`, async ({
    openBrowser: browserOf,
    seeded,
  }) => {
    const { page } = await browserOf('Nobody', how)
    await all(page, visitorScreens, seeded)
  })

  test(`no barrier on any screen of participants, ${width} and ${look.colorScheme}`, async ({
    openBrowser: browserOf,
    seeded,
  }) => {
    const { page } = await browserOf('Maya', { ...how, as: seeded.participant })
    await all(page, [...participantScreens, participantDialog[width]], seeded)
  })

  test(`no barrier on any screen of admins, ${width} and ${look.colorScheme}`, async ({
    openBrowser: browserOf,
    seeded,
  }) => {
    const { page } = await browserOf('Ines', { ...how, as: seeded.admin })
    await all(page, [...adminScreens, adminDialog[width]], seeded)
  })
}
