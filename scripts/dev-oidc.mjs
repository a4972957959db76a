// A provider of OpenID Connect on this machine, to try sign-in elsewhere by hand: whatever is typed as a name signs in,
// and a name with an @ is also a confirmed e-mail. Never for production.
import Provider from 'oidc-provider';

const port = Number(process.env.OIDC_PORT ?? '4109');
const site = process.env.PUBLIC_ORIGIN ?? 'http://localhost:3000';
const issuer = `http://localhost:${port}`;
const client = { id: 'tikvo-dev', secret: 'only-for-this-machine' };

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [`${site}/auth/social`],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  findAccount: (_, subject) => ({
    accountId: subject,
    claims: () => ({ sub: subject, ...(subject.includes('@') ? { email: subject, email_verified: true } : {}) }),
  }),
});

provider.listen(port, '127.0.0.1', () => {
  console.log(`A provider for trying out stands at ${issuer}. Start the product with:\n`);
  console.log(
    `OIDC_LOCAL_ISSUER=${issuer} OIDC_LOCAL_CLIENT_ID=${client.id} OIDC_LOCAL_CLIENT_SECRET=${client.secret} npm start`,
  );
});
