import { startCluster, type Cluster } from './cluster.ts'
import { test as base } from './product-fixtures.ts'

/**
 * `test` with its own cluster: two web processes and two projectors. `product` is the first web process, which
 * browsers use by default.
 */
export const test = base.extend<{ cluster: Cluster }>({
  cluster: async ({}, provide, testInfo) => {
    const cluster = await startCluster({ hasOwnPublicUrls: true })
    await provide(cluster)
    await cluster.remove()
    if (testInfo.status === testInfo.expectedStatus) return
    for (const { name, output } of [...cluster.webs, ...cluster.projectors])
      await testInfo.attach(`${name}.log`, { body: output(), contentType: 'text/plain' })
  },
  product: async ({ cluster }, provide) =>
    provide({ ...cluster, ...webProcess(cluster, 0), remove: async () => void (await cluster.remove()) }),
})

/** Returns a web process by its index. */
export function webProcess({ webs, adminKey }: Cluster, index: number) {
  const web = webs[index]
  if (!web) throw new Error(`There is no web process ${index}.`)
  return { ...web, adminKey }
}
