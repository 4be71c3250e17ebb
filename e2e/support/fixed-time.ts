// Loaded before the product (`--import`) by journeys that compare screenshots: its clock begins at the moment `FIXED_TIME`, and user ids
// follow from the order of their sign-ups, because the colours of an avatar follow from the id.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const realDate = Date
const startedAt = Date.now()
const fixedTime = Date.parse(process.env['FIXED_TIME'] ?? '')
const now = () => fixedTime + realDate.now() - startedAt

globalThis.Date = new Proxy(realDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
})

let count = 0
crypto.randomUUIDv7 = () => {
  count += 1
  const time = (fixedTime + count).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, '0')}`
}
syncBuiltinESMExports()
