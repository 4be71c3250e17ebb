import type { Commit, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

/** What a worker asks of a store: the method, and the name of the read model. */
export type StoreCall = {
  method:
    | 'liveBuild'
    | 'beginBuild'
    | 'activate'
    | 'load'
    | 'commit'
    | 'acquireLease'
    | 'releaseLease'
    | 'drop'
  name: string
  commit?: Commit
}

type Around = <Result>(run: () => Promise<Result>, call: StoreCall) => Promise<Result>

/** Lets `around` make the calls of workers to a store. */
export const aroundStore = (store: ReadModelStore, around: Around): ReadModelStore => ({
  ...store,
  liveBuild: (key) => around(() => store.liveBuild(key), { method: 'liveBuild', name: key.name }),
  beginBuild: (key, lease) =>
    around(() => store.beginBuild(key, lease), { method: 'beginBuild', name: key.name }),
  activate: (build, lease) =>
    around(() => store.activate(build, lease), { method: 'activate', name: build.name }),
  load: (key, ids) => around(() => store.load(key, ids), { method: 'load', name: key.name }),
  commit: (commit) =>
    around(() => store.commit(commit), { method: 'commit', name: commit.build.name, commit }),
  acquireLease: (key, ...rest) =>
    around(() => store.acquireLease(key, ...rest), { method: 'acquireLease', name: key.name }),
  releaseLease: (lease) =>
    around(() => store.releaseLease(lease), { method: 'releaseLease', name: lease.readModel.name }),
  drop: (key) => around(() => store.drop(key), { method: 'drop', name: key.name }),
})

/** Calls `before` ahead of each call; it may wait or throw. */
export const beforeCalls =
  (before: (call: StoreCall) => unknown) =>
  (store: ReadModelStore): ReadModelStore =>
    aroundStore(store, async (run, call) => {
      await before(call)
      return run()
    })
