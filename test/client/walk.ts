// A stranger's first day with the API, through a client that was generated from
// its document: a member signs up, a staff member logs in and finds them.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const base = process.argv[2];
assert(base, "usage: walk <base url>");

const anyone = createClient<paths>({ baseUrl: base });
const withToken = (token: string) =>
  createClient<paths>({ baseUrl: base, headers: { Authorization: `Bearer ${token}` } });

// ok is the data of a reply that succeeded.
function ok<T>(reply: { data?: { success: boolean; message: string; data?: T }; error?: { message: string } }): T {
  assert(reply.data?.success, `refused: ${reply.error?.message ?? reply.data?.message}`);
  return reply.data.data as T;
}

// lastCode is the code that was sent to someone, from the development inbox.
async function lastCode(to: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await fetch(`${base}/dev/inbox?to=${encodeURIComponent(to)}`, { headers: { Accept: "application/json" } });
    const inbox = (await reply.json()) as { data: { code: number | null }[] };
    const code = inbox.data.find((m) => m.code !== null)?.code;
    if (code != null) return code;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`no code arrived for ${to}`);
}

async function memberSignsUp(email: string): Promise<string> {
  const asked = ok(await anyone.POST("/app/auth/otp", { body: { loginID: email, nature: 2 } }));
  const signed = ok(
    await anyone.POST("/app/auth/signup/verify", {
      body: { otpToken: asked.otpToken, otp: await lastCode(email) },
    }),
  );
  const me = withToken(signed.accessToken);
  ok(await me.PUT("/app/users/personal", { body: { nickname: "阿晴" } }));
  const profile = ok(await me.GET("/app/users/profile"));
  assert.equal(profile.nickname, "阿晴");
  return profile.userId;
}

async function staffFindsThem(userId: string): Promise<void> {
  const login = ok(
    await anyone.POST("/web/auth/login", {
      body: { loginID: "admin@hearten.test", password: "hearten-dev-only" },
    }),
  );
  const staff = withToken(login.accessToken);
  const info = ok(await staff.GET("/web/auth/info"));
  assert(info.permissions.length > 0);
  const person = ok(await staff.GET("/web/users/{user_id}", { params: { path: { user_id: userId } } }));
  assert.equal(person.nickname, "阿晴");

  const refused = await anyone.GET("/web/auth/info");
  assert.equal(refused.response.status, 401);
  assert.equal(refused.error?.success, false);
}

const userId = await memberSignsUp(`stranger-${Date.now()}@example.org`);
await staffFindsThem(userId);
console.log("a generated client signed up, logged in and found its way");
