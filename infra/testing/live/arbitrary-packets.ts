import fc from 'fast-check'

/** The content of one websocket message. */
export type Packet = string | Uint8Array

const names = [
  ...'watch unwatch connect connect_error disconnect disconnecting error newListener removeListener'.split(
    ' ',
  ),
  ...'__proto__ constructor toString hasOwnProperty join admins leaderboard.changed'.split(' '),
  '',
]
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

const values: fc.Arbitrary<string> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    ...'null {} [] 1e309 -0 {"room":{"room":"admins"}} {"__proto__":{"isAdmin":true}}'.split(' '),
  ),
  fc.constantFrom(
    ...'{"length":1e9} {"room":"__proto__"} {"room":["admins"]} {"toString":1} "\\ud800" { "'.split(' '),
  ),
  fc.constantFrom(deep(900), `{"a":${deep(200)}}`, `"${'x'.repeat(9_000)}"`, `[${'0,'.repeat(4_000)}0]`),
  fc.constantFrom('0', '-1', '1e9', '"x"').map((number) => `{"_placeholder":true,"num":${number}}`),
)

const roomRequests = fc
  .oneof(
    fc.constantFrom(...names, 'community', 'project:', 'user:ada'),
    fc.string({ maxLength: 130 }),
    fc.jsonValue({ maxDepth: 2 }),
  )
  .map((room) => JSON.stringify({ room }))

/** The data of an event: an array that begins with its name, or something else. */
const data: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...names), fc.array(values, { maxLength: 3 }))
    .map(([name, rest]) => `[${[JSON.stringify(name), ...rest].join(',')}]`),
  fc.tuple(values, values).map(([first, second]) => `[${first},${second}]`),
  values,
  fc.string({ maxLength: 20 }),
)

const namespaces = ['', '/,', '/admin,', '/__proto__,', '/a?token=x,', '//,', '/x'.repeat(200), ',']
const ids = ['', '0', '1', '007', '99999999999999999999', '-1', '1.5', 'x']
const attachments = ['', '1-', '2-', '0-', '-1-', '99999999-', 'x-', '-']

const socketIo: fc.Arbitrary<string> = fc
  .record({
    type: fc.constantFrom('0', '1', '2', '2', '2', '3', '4', '5', '6', '7', '9', 'x', ''),
    count: fc.constantFrom('', '', '', ...attachments),
    namespace: fc.constantFrom('', '', '', ...namespaces),
    id: fc.constantFrom(...ids),
    data,
  })
  .map(({ type, count, namespace, id, data }) => `4${type}${count}${namespace}${id}${data}`)

/** Well-formed events with arbitrary data. */
const events: fc.Arbitrary<string> = fc
  .tuple(fc.nat(), fc.constantFrom('watch', 'unwatch', ...names), fc.oneof(values, roomRequests))
  .map(([id, name, value]) => `42${id}[${JSON.stringify(name)},${value}]`)

/** Packets that the product's client never sends: valid and invalid ones of Engine.IO and Socket.IO. */
export const arbitraryPackets: fc.Arbitrary<Packet> = fc.oneof(
  { weight: 6, arbitrary: events },
  { weight: 6, arbitrary: socketIo },
  // 0 open, 1 close, 2 ping, 3 pong, 5 upgrade, 6 noop
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...'01235678x'), fc.string({ maxLength: 12 }))
      .map(([type, text]) => type + text),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed()) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Packet[]>(
      '',
      '4',
      '40',
      '41',
      '2probe',
      'b4',
      '4'.repeat(9_999),
      'x'.repeat(10_500),
      new Uint8Array(10_500),
    ),
  },
)
