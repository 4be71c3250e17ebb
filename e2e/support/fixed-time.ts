// Loaded before the program that hosts products (`--import`) by journeys that compare screenshots: with each start of a product the clock
// begins again at the moment `FIXED_TIME`, and user ids follow from the order of their sign-ups, because the colours of an avatar follow
// from the id. So only one product may run at a time.
import crypto from 'node:crypto'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { subscribe } from 'node:diagnostics_channel'
import { productStarts, type Environment } from '@thirty/infra/testing/product-host-messages.ts'

const realDate = Date
let startedAt = Date.now()
let fixedTime = startedAt
const now = () => fixedTime + realDate.now() - startedAt

globalThis.Date = new Proxy(realDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
})

// Without the header, the browser of a journey keeps its own time, which is later.
Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => {} })

let count = 0
crypto.randomUUIDv7 = () => {
  count += 1
  const time = (fixedTime + count).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, '0')}`
}
syncBuiltinESMExports()

subscribe(productStarts, (environment) => {
  startedAt = realDate.now()
  // The host publishes it.
  fixedTime = Date.parse((environment as Environment)['FIXED_TIME'] ?? '')
  count = 0
})
