import { defineConfig } from '@playwright/test'
import { findHeadlessShell, flagsForPlaywright } from './scripts/prepare/programs.mjs'

/** What only `npm run test:long` runs. */
const isLong = /@long\b|\.long\.spec\.ts/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // The accepted screenshots. A missing one fails its test; `npm run accept-screens` writes them.
  snapshotPathTemplate: '{testDir}/accepted/{arg}{ext}',
  updateSnapshots: 'none',
  // Each worker runs a browser and a whole product, which wait for each other: one more than the cores of the smallest machine. With
  // two more, the same journeys need a tenth more processor time.
  projects: [
    { name: 'journeys', grepInvert: isLong },
    { name: 'long', grep: isLong },
  ],
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  globalTimeout: 40 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Every frame of an animation takes processor time. Some journeys open browsers `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace doubles the time of a journey, and reads images in a way that the product forbids. Use --trace on for one test.
    trace: 'off',
    // The fixtures take screenshots of failed tests.
    screenshot: 'off',
    // Requests of a page that a service worker answers cannot be intercepted by a test.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findHeadlessShell() ?? '',
      args: flagsForPlaywright,
    },
  },
})
