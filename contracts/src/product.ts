/** The name of the product, as users see it. */
export const productName = 'Thirty'

/**
 * The name of the product for machines: in Redis keys, metric names and tokens. Never change it: stored data, dashboards
 * and sessions depend on it.
 */
export const productId = 'thirty'
