const push = 'command-api/src/accounts/push'

export const pushMutations = [
  {
    row: 'T305',
    file: 'infra/src/push/public-lookup.ts',
    find: "ipaddr.parse(address).range() === 'unicast'",
    replacement: "ipaddr.parse(address).range() !== 'multicast'",
    spec: 'infra/src/push/push-sender.int.spec.ts',
    testName: 'names and addresses of this machine and of private networks are not contacted',
  },
  {
    row: 'T305',
    file: 'contracts/src/rules/push-address.ts',
    find: '!isIpAddress && ',
    replacement: '',
    spec: 'contracts/src/rules/push-address.spec.ts',
    testName: 'https://0x7f.1/abc cannot',
  },
  {
    row: 'T306',
    file: `${push}/subscriptions.ts`,
    find: 'push.sent.includes(position)',
    replacement: 'push.sent.length < 0',
    spec: `${push}/push-notifier.int.spec.ts`,
    testName: 'of several processes that know of an event, one sends the message',
  },
  {
    row: 'T307',
    file: `${push}/subscriptions.ts`,
    find: '!account.endedTokens.some(({ id }) => id === session.token)',
    replacement: 'session.token !== undefined',
    spec: 'processes/push.int.spec.ts',
    testName: 'a logout ends the messages to that browser only',
  },
  {
    row: 'T308',
    file: `${push}/push-notifier.ts`,
    find: "result === 'gone'",
    replacement: "result === 'failed'",
    spec: 'processes/push.int.spec.ts',
    testName: 'a subscription that the push service has ended is forgotten, and a refusal is not',
  },
  {
    row: 'T309',
    file: `${push}/push-notifier.ts`,
    find: 'if (clock() - Date.parse(event.at) > maxAgeMs) return',
    replacement: '',
    spec: `${push}/push-notifier.int.spec.ts`,
    testName: 'an event of an hour ago is not sent any more',
  },
]
