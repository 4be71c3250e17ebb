import { expect, test } from 'vitest'
import { deliveryQueue } from '../mail/delivery-queue.ts'
import { Undeliverable, type EmailMessage, type DeliveryReport } from '../mail/mail.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { withMailMetrics } from './mail-metrics.ts'
import { createMetrics } from './metrics.ts'

const letter: EmailMessage = {
  kind: 'reminder',
  to: 'ana@example.org',
  subject: 'Day 4',
  text: 'x',
  html: 'x',
}

/** A line of letters to a server that does as it is told, and the figures that it leaves. */
function measured() {
  const metrics = createMetrics()
  const news: DeliveryReport[] = []
  const scheduler = fakeScheduler()
  const server = { deliver: async () => {} }
  const mail = withMailMetrics(
    metrics,
    (one) => void news.push(one),
    (tell) =>
      deliveryQueue({
        compose: ({ to }) => to,
        deliver: () => server.deliver(),
        reportDelivery: tell,
        scheduler,
      }),
  )
  const figures = async () => {
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
  return { mail, server, news, scheduler, figures }
}

test('before the first letter every figure is there: what begins at one would never seem to rise', async () => {
  const { figures } = measured()
  expect(await figures()).toEqual({ delivered: 0, later: 0, lost: 0, waiting: 0 })
})

test('letters are counted by what became of them, and whoever is told still is', async () => {
  const { mail, server, news, scheduler, figures } = measured()
  mail.send(letter)
  expect(await figures()).toEqual({ delivered: 0, later: 0, lost: 0, waiting: 1 })
  await scheduler.advance(0)
  expect(await figures()).toEqual({ delivered: 1, later: 0, lost: 0, waiting: 0 })

  server.deliver = async () => {
    throw new Error('away')
  }
  mail.send(letter)
  await scheduler.advance(0)
  expect(await figures()).toEqual({ delivered: 1, later: 1, lost: 0, waiting: 1 })
  server.deliver = async () => {
    throw new Undeliverable('550')
  }
  await scheduler.advance(1_000)
  expect(await figures()).toEqual({ delivered: 1, later: 1, lost: 1, waiting: 0 })
  expect(news.map(({ outcome }) => outcome)).toEqual(['delivered', 'later', 'lost'])
})

test('a letter that is not taken is lost', async () => {
  const { mail, figures } = measured()
  await mail.close()
  expect(mail.send(letter)).toBe(false)
  expect(await figures()).toEqual({ delivered: 0, later: 0, lost: 1, waiting: 0 })
})
