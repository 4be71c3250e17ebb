import { expect, test } from '@playwright/test'
import { accountLanguages } from '@thirty/contracts/languages/languages.ts'
import { writeMail } from '@thirty/command-api/mail-template.ts'

const link = (length: number) => new URL(`https://thirty.example/confirm-email?token=${'x'.repeat(length)}`)

for (const width of [320, 390])
  for (const language of accountLanguages)
    test(`a letter in ${language} is as wide as a phone of ${width} px, however long its words`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      const { html } = writeMail(
        { email: 'maya@example.org', fullName: 'Maya'.repeat(25), language },
        undefined,
        ({ text }) => ({
          kind: 'letter',
          subject: text('setPassword'),
          parts: [
            text('passwordResetRequested'),
            { link: link(60), label: text('setPassword') },
            'w'.repeat(300),
            { link: link(900), label: 'L'.repeat(120) },
          ],
        }),
      )
      await page.setContent(html)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const button = page.getByRole('link').first()
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    })
