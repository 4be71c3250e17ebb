import { productId } from '@thirty/contracts/product.ts'

/** The prefix of all keys in Redis. Its hash tag puts them into one slot of a cluster, because they change together. */
export const redisKeyPrefix = `{${productId}}:`
