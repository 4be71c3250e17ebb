const isolation = 'projections/src/runner/isolation.spec.ts'

export const projectionMutations = [
  {
    row: 'T140',
    file: 'projections/src/runner/retry-policy.ts',
    find: '      if (!isReported) retryPolicy.reportOutage({ projection, error })\n',
    replacement: '',
    spec: 'projections/src/runner/store-loss.spec.ts',
    testName:
      'a store that cannot be reached is reported once with the read model, and once more when it is back',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/worker/retry-schedule.ts',
    find: 'this.#errors >= failuresBeforeParking',
    replacement: 'this.#errors >= Infinity',
    spec: isolation,
    testName:
      'a projection whose store throws for ever and one whose commits take ten seconds hold back no other',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/worker/retry-schedule.ts',
    find: 'longest: 900_000',
    replacement: 'longest: Infinity',
    spec: isolation,
    testName: 'a parked projection is tried again after a minute',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/worker/retry-schedule.ts',
    find: 'error instanceof StoreUnavailable || ',
    replacement: '',
    spec: isolation,
    testName: 'a store that one projection cannot reach for an hour (load)',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/subscription/shared-reader.ts',
    find: 'this.#recent.stopAwaitingSlow()',
    replacement: '',
    spec: isolation,
    testName: 'a projection that is slow in a replay delays the others by a second at most',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/worker/worker-loop.ts',
    find: 'this.#member.keepAfter = beginning',
    replacement: 'this.#member.keepAfter = undefined',
    spec: isolation,
    testName: 'a projection that lags joins the shared reading even if new events never stop',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/worker/projection-worker.ts',
    find: 'this.parked !== undefined || ',
    replacement: '',
    spec: isolation,
    testName: 'a read model that cannot be opened keeps no other from its start',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/worker/projection-worker.ts',
    find: `      // A buffer of the abandoned build must not receive the next steps.
      this.#writer.openBuffer()
`,
    replacement: '',
    spec: 'projections/src/runner/worker/projection-worker.spec.ts',
    testName:
      'a worker that began to build in memory before it switched to another build stores its next steps',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/worker/build-buffer.ts',
    find: ' && this.#documents.size > maxDocuments / buffers',
    replacement: '',
    spec: 'projections/src/runner/worker/projection-worker.spec.ts',
    testName: 'a build that keeps many documents in memory does not make another one store every step',
  },
  {
    row: 'T466',
    file: 'projections/src/runner/worker/build-buffer.ts',
    find: '      await this.#commitAgain(step, commit)\n',
    replacement: '',
    spec: 'projections/src/runner/worker/build-buffer.spec.ts',
    testName: 'a commit that came before the one that it follows is sent again after it',
  },
  {
    row: 'T466',
    file: 'projections/src/runner/worker/build-buffer.ts',
    find: 'if (!isNextApplied) throw error',
    replacement: 'if (isNextApplied || error) throw error',
    spec: 'projections/src/runner/worker/build-buffer.spec.ts',
    testName: 'a commit whose response was lost is stored if the next one was applied meanwhile',
  },
  {
    row: 'T467',
    file: 'projections/src/runner/worker/build-buffer.ts',
    find: 'await Promise.allSettled([stored])',
    replacement: '',
    spec: 'projections/src/runner/worker/build-buffer.spec.ts',
    testName: 'a write that fails has ended when nothing is under way any more',
  },
  {
    row: 'T467',
    file: 'projections/src/runner/worker/build-buffer.ts',
    find: '      stored.catch(() => undefined)\n',
    replacement: '',
    spec: 'projections/src/runner/worker/build-buffer.spec.ts',
    testName: 'a commit that fails before the one that it follows does not end the process',
  },
  {
    row: 'T468',
    file: 'projections/src/runner/worker/build-buffer.ts',
    find: 'const areNew = this.#isStoreEmpty',
    replacement: 'const areNew = true',
    spec: 'projections/src/runner/worker/build-buffer.int.spec.ts',
    testName:
      'leaves the same documents and indexes as one that stores every step, with room for 60 documents',
  },
  {
    row: 'T468',
    file: 'infra/src/read-models/redis/script-arguments.ts',
    find: "areNew ? 'new' : ''",
    replacement: "'new'",
    spec: 'infra/src/read-models/redis.int.spec.ts',
    testName: 'stores new documents as any others',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/assignment/lease-coordinator.ts',
    find: `    // Also when the lease of another read model failed.
    this.#start(added)
    for (const result of results) if (result.status === 'rejected') throw result.reason
`,
    replacement: `    for (const result of results) if (result.status === 'rejected') throw result.reason
    this.#start(added)
`,
    spec: isolation,
    testName: 'a lease that cannot be acquired keeps no other projection from its start',
  },
  {
    row: 'T140',
    file: 'projections/src/runner/follow-projections.ts',
    find: 'liveBuilds.every(',
    replacement: 'liveBuilds.some(',
    spec: 'projections/src/runner/follow-projections.spec.ts',
    testName: 'a read model that cannot be read does not hide the progress of the others',
  },
  {
    row: 'T140',
    file: 'processes/health/health-monitor.ts',
    find: "result.status === 'fulfilled' ? observe(",
    replacement:
      "found.every(({ status }) => status === 'fulfilled') && result.status === 'fulfilled' ? observe(",
    spec: 'processes/health/health-monitor.spec.ts',
    testName: 'a read model that cannot be read does not hide that others move',
  },
  {
    row: 'T140',
    file: 'projections/src/batch-updates.ts',
    find: "room.sending.has(source) ? 'held' : 'ready'",
    replacement: "room.sending.size > 0 && source ? 'held' : 'ready'",
    spec: 'projections/src/batch-updates.spec.ts',
    testName:
      'a read model whose messages are slow to send does not delay other read models in the same room',
  },
]
