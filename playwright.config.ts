import { defineConfig } from '@playwright/test'
import { findChromium } from './infra/setup/prepare/programs.mjs'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // Each worker has a browser and a whole product running; the smallest machine we build on has two cores.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  globalTimeout: 8 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A recording costs as much as the test itself, and reads images in a way that the product forbids; use --trace on for one test.
    trace: 'off',
    // The fixtures take screenshots of failed tests.
    screenshot: 'off',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
