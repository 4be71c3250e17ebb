import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Changes the theme of the page as the setting of the system does, and waits for it. */
async function chooseTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}

/**
 * Compares what is visible with the accepted screenshot of the screen in `e2e/accepted`. `npm run accept-screens` accepts all screens
 * as they are now. Text is drawn a little differently on other systems, so only Linux compares.
 */
export async function expectAccepted(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await chooseTheme(page, colorScheme)
  if (process.platform !== 'linux') return
  await page.evaluate(() => {
    // The number of people online appears some seconds after a screen, and depends on when the sockets of others were closed.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-online] { display: none; }')
    document.adoptedStyleSheets.push(sheet)
    // The ids of backups and runs are random, and so are fingerprints of keys. Their digits have different widths: a line more or less moves all below it.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() !== null) {
      const text = texts.currentNode as Text
      if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text.data)) text.data = '00000000-0000-4000-8000-000000000000'
      if (/^[0-9a-f]{4}( [0-9a-f]{4}){3,}$/.test(text.data))
        text.data = text.data.replaceAll(/[0-9a-f]/g, '0')
    }
  })
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${colorScheme}.png`
  // What is behind a dialog is drawn differently from run to run, and has its own screenshot.
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
  if (await dialog.isVisible()) await expect.soft(dialog).toHaveScreenshot(file, dialogOptions)
  else await expect.soft(page).toHaveScreenshot(file, options)
}

const options = {
  // The accepted images have fewer colours, which makes them a third of the size.
  threshold: 0.25,
  // About as many pixels as a word has.
  maxDiffPixelRatio: 0.002,
}

// Where the height of a dialog is not a whole number of pixels, builds of Chromium draw some of its text a pixel higher or lower.
const dialogOptions = { ...options, maxDiffPixelRatio: 0.003 }
