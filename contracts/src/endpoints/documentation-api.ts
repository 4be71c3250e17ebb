// Endpoints of the documentation of the API.

import { get } from './endpoint-definition.ts'

export const documentationEndpoints = {
  openApi: get('/api/openapi.json', 'everyone', {
    summary: 'This API as an OpenAPI 3.1 document',
  }),
  page: get('/api/docs', 'everyone', {
    summary: 'The API documentation as a web page',
  }),
  style: get('/api/docs/page.css', 'everyone', {
    summary: 'Style sheet of the documentation page',
  }),
}
