window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null, // sends nothing to a third party
  plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null } })], // the browser sends the cookie
})
