import { fakeProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import type { FakeProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { test as base } from './product-fixtures.ts'
import { startHostedProduct } from './product.ts'

/** `test` with a product that uses a fake provider as GitHub and Google. */
export const test = base.extend<{ provider: FakeProvider }>({
  provider: async ({}, provide) => {
    const provider = await fakeProvider()
    await provide(provider)
    await provider.close()
  },
  product: async ({ productHost, provider }, provide) => {
    const { github, google } = provider.settings
    const product = await startHostedProduct(productHost, {
      env: {
        GITHUB_CLIENT_ID: github.clientId,
        GITHUB_CLIENT_SECRET: github.clientSecret,
        GITHUB_AUTHORIZE_URL: github.authorizeUrl,
        GITHUB_TOKEN_URL: github.tokenUrl,
        GITHUB_USER_URL: github.userUrl,
        GITHUB_EMAILS_URL: github.emailsUrl,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
        GOOGLE_AUTHORIZE_URL: google.authorizeUrl,
        GOOGLE_TOKEN_URL: google.tokenUrl,
        GOOGLE_USER_URL: google.userUrl,
      },
    })
    await provide(product)
    await product.remove()
  },
})
