import { expect, test } from 'vitest'
import { deliveryQueue } from '../mail/delivery-queue.ts'
import { Undeliverable, type EmailMessage, type DeliveryReport } from '../mail/mail.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { testEmails } from '@thirty/infra/testing/mail/mail-port.ts'
import { withMailMetrics } from './mail-metrics.ts'
import { createMetrics } from './metrics.ts'

const message: EmailMessage = {
  kind: 'reminder',
  to: 'ana@example.org',
  subject: 'Day 4',
  text: 'x',
  html: 'x',
  language: 'en',
}

/** A measured delivery queue with a controllable mail server. */
function measured() {
  const metrics = createMetrics()
  const reports: DeliveryReport[] = []
  const scheduler = fakeScheduler()
  const server = { deliver: async () => {} }
  const mail = withMailMetrics(
    metrics,
    (report) => void reports.push(report),
    (report) =>
      deliveryQueue({
        compose: ({ email }) => email.to,
        emails: testEmails(),
        takesOver: 'all',
        deliver: () => server.deliver(),
        reportDelivery: report,
        scheduler,
      }),
  )
  const counts = async () => {
    const text = await metrics.registry.metrics()
    const of = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
    const outcome = (name: string) => of(`thirty_mails_total{outcome="${name}"}`)
    return {
      delivered: outcome('delivered'),
      later: outcome('later'),
      lost: outcome('lost'),
      waiting: of('thirty_mails_waiting'),
    }
  }
  return { mail, server, reports, scheduler, counts }
}

test('counts emails by outcome, and passes every report on', async () => {
  const { mail, server, reports, scheduler, counts } = measured()
  mail.send(message)
  expect(await counts()).toEqual({ delivered: 0, later: 0, lost: 0, waiting: 1 })
  await scheduler.advance(0)
  expect(await counts()).toEqual({ delivered: 1, later: 0, lost: 0, waiting: 0 })

  server.deliver = async () => {
    throw new Error('away')
  }
  mail.send(message)
  await scheduler.advance(0)
  expect(await counts()).toEqual({ delivered: 1, later: 1, lost: 0, waiting: 1 })
  server.deliver = async () => {
    throw new Undeliverable('550')
  }
  await scheduler.advance(1_000)
  expect(await counts()).toEqual({ delivered: 1, later: 1, lost: 1, waiting: 0 })
  expect(reports.map(({ outcome }) => outcome)).toEqual(['delivered', 'later', 'lost'])
})

test('counts a rejected email as lost', async () => {
  const { mail, counts } = measured()
  await mail.close()
  expect(mail.send(message)).toBe(false)
  expect(await counts()).toEqual({ delivered: 0, later: 0, lost: 1, waiting: 0 })
})
