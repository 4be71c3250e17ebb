import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { storedEmailsIn, type StoredEmails } from '@thirty/infra/mail/stored-emails.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import type { EmailMessage, Mailer, DeliveryReport } from '@thirty/infra/mail/mail.ts'

/** A mailer, its reports, and a function that returns the messages that arrived, as bytes. */
type MailerUnderTest = {
  mail: Mailer
  reports: readonly DeliveryReport[]
  arrived: () => Promise<readonly Buffer[]>
}

/** Emails of one process, in its memory. */
export const testEmails = (entries = memoryEntries()): StoredEmails =>
  storedEmailsIn(entries, sealing('k'.repeat(32), 'letters'))

export const exampleMessage: EmailMessage = {
  kind: 'password-reset',
  to: 'ana@example.org',
  subject: 'Neues Passwort für Ana – heute',
  text: `Hello Ana,\n\n.\nhttps://thirty.example/reset-password?token=${'a'.repeat(43)}\nFrom a long way: ${'ü'.repeat(200)}\n`,
  language: 'de',
  html: '<!doctype html><p>Hello Ána &lt;3, a link: <a href="https://thirty.example/">here</a></p>',
}

/** Waits until the condition holds. */
export async function waitUntil(holds: () => unknown): Promise<void> {
  await expect.poll(holds, { timeout: 10_000, interval: 20 }).toBeTruthy()
}

const headersOf = (message: Buffer): string => message.toString().split('\r\n\r\n')[0] ?? ''

/**
 * Tests the contract of `Mailer`. `open` returns a mailer that sends from `Thirty <thirty@example.org>` to an empty
 * destination.
 */
export function mailerSpec(name: string, open: () => Promise<MailerUnderTest>): void {
  describe(`mail ${name}`, () => {
    let opened: MailerUnderTest
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.mail.close())
    const delivered = async (count = 1): Promise<readonly Buffer[]> => {
      await waitUntil(() => opened.reports.length >= count)
      return opened.arrived()
    }

    test("delivers text and HTML to one person, from the product's address", async () => {
      expect(opened.mail.send(exampleMessage)).toBe(true)
      const [message = ''] = await delivered()
      const email = await PostalMime.parse(message)
      expect(email).toMatchObject({
        from: { name: 'Thirty', address: 'thirty@example.org' },
        to: [{ address: 'ana@example.org' }],
        subject: exampleMessage.subject,
      })
      expect(email.text?.replaceAll('\r\n', '\n').trim()).toBe(exampleMessage.text.trim())
      expect(email.html?.trim()).toBe(exampleMessage.html)
      expect(opened.reports).toMatchObject([{ outcome: 'delivered', kind: 'password-reset' }])
    })

    test('sends a message that conforms to RFC 5322', async () => {
      opened.mail.send(exampleMessage)
      const [message = Buffer.alloc(0)] = await delivered()
      const lines = message.toString('latin1').split('\r\n')
      expect(lines.every((line) => line.length <= 998 && !/[\r\n]/.test(line))).toBe(true)
      expect(headersOf(message)).toMatch(/^[\x20-\x7e\r\n\t]+$/)
      for (const header of [
        /^From: Thirty <thirty@example\.org>$/m,
        /^To: ana@example\.org$/m,
        /^MIME-Version: 1\.0$/m,
        /^Message-ID: <[0-9a-f-]{36}@example\.org>$/m,
        /^Date: \w{3}, \d\d? \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/m,
        /^Auto-Submitted: auto-generated$/m,
        /^Content-Language: de$/m,
      ])
        expect(headersOf(message)).toMatch(header)
    })

    test('a message with an unsubscribe address has the headers of one-click unsubscription (RFC 8058)', async () => {
      const unsubscribe = new URL(
        `https://thirty.example/api/reminders/unsubscribe?token=${'a.b-c_'.repeat(60)}`,
      )
      opened.mail.send({ ...exampleMessage, unsubscribe })
      opened.mail.send(exampleMessage)
      const headers = (await delivered(2)).map((message) => headersOf(message).split('\r\n'))
      // In one line each: mail programs need not know how a long address was folded.
      const listHeaders = headers.map((lines) => lines.filter((line) => /^List-/i.test(line)))
      expect(listHeaders.filter((lines) => lines.length > 0)).toEqual([
        [`List-Unsubscribe: <${unsubscribe.href}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'],
      ])
    })

    test.for([
      { to: 'ana@example.org\r\nBcc: eve@example.org' },
      { to: 'ana@example.org, eve@example.org' },
      { to: 'Ana <ana@example.org>' },
      { to: '"a b"@example.org' },
      { to: 'ana@[127.0.0.1]' },
      { to: 'ana' },
      { to: `${'a'.repeat(300)}@example.org` },
      { subject: 'Hello\r\nBcc: eve@example.org' },
      { subject: 'Hello\nthere' },
      { language: 'de\r\nBcc: eve@example.org' },
      { subject: 'Hello\u2028there\u0000' },
    ])('refuses a message with %j and does not send it', async (change) => {
      expect(opened.mail.send({ ...exampleMessage, ...change })).toBe(false)
      opened.mail.send({ ...exampleMessage, kind: 'next' })
      const messages = await delivered(2)
      expect(opened.reports.map(({ outcome }) => outcome)).toEqual(['lost', 'delivered'])
      expect(messages).toHaveLength(1)
      expect(headersOf(messages[0] ?? Buffer.alloc(0))).not.toMatch(/eve@|Bcc/)
    })

    test('reports for the log contain no part of the message', async () => {
      opened.mail.send(exampleMessage)
      opened.mail.send({ ...exampleMessage, to: 'ana' })
      await delivered(2)
      expect(JSON.stringify(opened.reports)).not.toMatch(/ana@|aaaa|token|Hello/)
    })
  })
}
