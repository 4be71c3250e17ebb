import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSecret, signatureHeaders } from './signature.ts'

test('signs the example of the specification as it says', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  }
  expect(signatureHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('receivers verify it with the library of the specification, with each of two secrets', () => {
  // The library refuses messages that are older than five minutes.
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const [current, old, other] = [createSecret(), createSecret(), createSecret()]
  const body = '{"name":"Żółw 🐢"}'
  const headers = signatureHeaders({ id: 'msg_1', timestamp: 1_700_000_000, body }, [current, old])
  for (const secret of [current, old])
    expect(new Webhook(secret).verify(body, headers)).toEqual({ name: 'Żółw 🐢' })
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
  expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow('No matching signature')
})

test('secrets have 32 random bytes', () => {
  expect(createSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(createSecret()).not.toBe(createSecret())
})
