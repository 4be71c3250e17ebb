import { defineEndpoint } from './endpoint-definition.ts'

export const documentationEndpoints = {
  openApi: defineEndpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'everyone',
    limit: 'query',
  }),
  page: defineEndpoint({
    method: 'GET',
    path: '/api/docs',
    summary: 'The API documentation as a web page',
    access: 'everyone',
    limit: 'query',
  }),
  style: defineEndpoint({
    method: 'GET',
    path: '/api/docs/page.css',
    summary: 'Style sheet of the documentation page',
    access: 'everyone',
    limit: 'query',
  }),
}
