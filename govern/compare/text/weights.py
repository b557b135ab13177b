"""What each word weighs. Written by `python -m tests.poison.weigh`, which learns it."""

WORDS = (
',^ checks,^ sets,are refused,receipt,is set,the rate,leaves the,mail is,officer,shopify,^ gets,as pdf,before sending,'
'checked,respect,the numbers,word document,^ sends,by hand,trip,asks the,not proceed,^ takes,aren,morning,seem,^ requires,'
'bidders,covers,exports,is known,translated,^ gives,^ looks,^ reads,^ step,authorizat header,datum,fails with,informe,'
'instructio for,is signed,loan,summarises,this project,to another,you need,are hidden,before they,charged,cursor,'
'directory of,disables,grid,handle,inside,safe,see the,^ posts,bugs,config file,declined,delivery,going,or when,'
'wants to,=secret=path,below the,change to,death,enter the,mypermset,name is,needs the,operators,person who,plugins,'
'resets,^ cookies,^ lists,as text,before anything,in your,number is,only with,other than,password is,pause,permission set,'
'runs in,switch to,the cursor,the goal,the group,=order=do:run,^ press,about what,ids in,quotes,scans,stolen,thumbnails,'
'truncated,user or,^ headers,^ updates,accepts,an account,are kept,are left,be done,columns,manually,of tool,releases,'
'takes effect,the alias,this api,tour,user mailbox,=secret=not:show,=when=do:tell,aloud,approvalid,are written,by mail,'
'chosen,gaps,into account,merge commit,prevents,prompt of,rate limits,relatives,server side,sheets,someone,user before,'
'what to,^ removes,^ summary,^ they,all tags,as in,error with,follow up,is done,not contain,once per,plate,ports,'
'printed,question about,takes precedence,telemetry,templates,third parties,to them,with another,zuerst,=itself=do:take,'
'^ logs,^ verify,abroad,an id,are skipped,as json,asks you,be in,cellar,commission,country,explains,fall,fits,lets,'
'member,only to,page by,progress,read only,rotate,sell,skips,slot,the picture,=param=itself,^ always,^ password,'
'an administra,an app,and get,calendars,component code,discharge,documentat,driver,for an,hashed,may contain,minimum,'
'not make,otherwise,planned,planning,prepares,raises,reached,short,signs,six,sure that,the connected,to other,tool when,'
'try to,twice,user can,viewer,was last,where you,with one,=know=do:tell,^ does,^ makes,^ must,^ with,base encoded,'
'classified,compares,consignor,explicitly,fake,file system,force the,forms,gcloud,in at,in to,menu,names are,newer,'
'of user,off for,original,pairs,phrases,planning and,prefer this,problems,sealed,sounds,specifical,succeed,temperatur,'
'the channel,their own,timeline,ways,^ finds,^ shows,any instructio,are about,characters,cheapest,connects,correct,'
'counter,dangerous,except,grants,human readable,it cannot,of pages,or no,partners,passed to,privilege,rejects,ride,'
'simulates,skippedpro,sound,speaker,stopped,that says,the day,touches,unset,when to,year,前请,^ reason,^ uses,already exists,'
'and link,and when,any file,are replaced,autonomous,catalogue,decisions,downloadin,edits,evening,informed,isn,not available,'
'numbers are,photos,ping,refreshed,save it,schema and,suggest,summarize,to give,treat it,values are,while it,window,'
'=deed=brand,^ how,^ pass,agent instructio,bid,billed,clients,deaccessio,direct,drivers,dry run,employee,floor,guess,'
'hooks,hour,is created,is reached,is waiting,lease,message is,names that,not call,off by,only for,or any,phones,'
'pushed,so use,starts,switches,the sheet,their name,to ask,totals,used if,what was,если,=ask=sink,=obey=other,^ email,'
'^ items,^ question,^ stops,^ which,as done,as markdown,attacks,code to,comments,content to,create one,dates,discarded,'
'dry,either,error and,find in,foo,for confirmati,frage,frost,generator,get one,job is,leave empty,letter codes,lift,'
'locks,mcp server,must have,override,page with,pushes,resets the,reviewed,session to,sets,still,summary of,tells,'
'to which,tokens are,trigger,when true,zone,спросите,=secret=not,^ api,^ executes,^ transfers,air,an api,an item,'
'as data,as returned,barcode,be present,blind,came from,couple,covered,every call,fare,first line,ids,if in,instructor,'
'is enough,is returned,keeper,lists,look up,mean,name that,not already,not have,page is,preference,reference,rules for,'
'rules of,saved to,self,shares,shows,sunday,tank,than one,that were,the start,the table,thirty,to file,your app,'
'=secret=softpath,^ exports,^ two,^ user,alias,are shown,authority,bulk,cheaper,clearly,context of,days,dedicated,'
'developers,document with,file contents,folder of,folders,freshnesss,get all,intent,is up,liked,linux,only if,only need,'
'photo,police,prompt to,providers,providers and,range is,ready,receive,renamed,ring,rule,sam,sea,searched,sheet,'
'storage,street,tell the,terminate,the exact,the others,the search,the source,the ticket,these are,this after,to word,'
'tool should,unwanted,you must,=know=ignore,=not=url,=secret=itself,^ agent,account to,app,are read,be deleted,before you,'
'both,cached,configurat for,dataset,department,donor,english,expert,internet,is an,is more,is saved,is shared,it changes,'
'it when,lines of,loads,may include,months,mustn,not skip,old one,pension,polaris,registers,reports,request to,scholar,'
'sentence,signing,teachers,template,the org,this should,to deploy,untracked files,user query,uses,=know=other,=not:put,'
'=not:weaken,=reply=do:move,^ confidenti,^ deletes,^ examples,^ is,^ rules,action type,an object,are done,at most,'
'attendance,bicycle,by default,bypassing,cannot,cells,domains,email addresses,enhancemen,environmen variable,files are,'
'flags,for use,granular,have been,if user,include all,is configured,is true,key in,list and,memories,message of,'
'message should,messages to,nodes,not follow,prompt for,radio,random,read or,remote devices,scene,schedule,sdk,shows the,'
'song,term,that they,the map,this file,toolkit,up to,uri,use different,user prompt,user wants,vehicle,versioned,'
'wait,will fail,workbook,your local,=destroy=secret,=ignore=do:tell,=not:obey,^ contact,^ continue,^ copy,^ mail,'
'^ pages,^ replaces,^ reports,^ see,^ whether,affected,be empty,close the,deep,descriptio for,diff output,each commit,'
'estimates,exactly as,file content,file from,fire,frames,full promotion,game,get username,ignores,initialize,is optional,'
'it will,mcp client,need the,neither,notified,officers,on what,or make,promotion,questions that,remote branch,shift,'
'shown to,the configured,they can,this allows,to approve,token for,untracked,with json,=ignore=param,=ignore=private,'
'=sink=reply,^ border,^ changes,^ creates,^ deprecated,^ everything,^ phone,^ publish,^ send,^ submit,agreed,aliases,'
'and what,annual,boost,broker,car,check whether,cleaner,clinical,come from,destroy,dictionary,draft to,draws,email or,'
'expire,explicit,fetching the,file and,have one,incident,insights,interactio,is checked,is shown,item is,jobs,keys and,'
'kubeconfig,listings,log of,moves,moving,needs,not recommende,one call,orientatio,parameter with,parish,persistent,'
'personal,pitch,preferred,protected,query in,quick,recall,red,related,reserve,result is,series,solution,sponsor,'
'tagged,the registry,the stored,theirs,throttling,to those,touching,tracked,use this,waits,water,you get,城市,提供,=every=not:show,'
'=obey=all,=private=itself,=talk=user,^ both,^ comments,^ interest,^ next,^ our,^ works,^ writes,account of,after calling,'
'already known,and memory,and to,at or,authoritat,backend,brief,call returns,cancels,cell,champion,confirms,connected to,'
'contentbyt,context for,credits,db,delayed,distance,download the,each with,emergency,empty for,equal,exclusions,'
'file with,finds,genuinely,global,goal,is valid,leaving,messaging,not as,on an,only set,paragraph to,private channel,'
'repo,restrictio,run for,sam build,scripts,searching,sections,similar,specifies,subsequent,that has,the actual,the id,'
'the item,the service,this week,to attach,to scan,tools of,values from,weeks,will return,world,=do:put=not:tell,'
'=when=not:show,^ compare,^ documents,^ each,^ filters,^ stores,^ uploads,access to,adds the,all tests,and specific,'
'and time,any time,are returned,at any,authentica with,beneath,black,books,capture,cards,characters are,chart,chunks,'
'class,cm,condition,deletes the,deprecated use,do so,driveitem,eight,enforcemen,estimate,first to,gives,hero,hourly,'
'identify,individual,informatio from,level for,likes,localhost,making,only be,or to,ordering,papers,pendingapp,placeholde,'
'remarks,revokes,riot,samples,second call,shelf,site,smallest,summaries,taken from,tax,that do,the recording,this many,'
'tool before,tool will,true the,use for,use search,used in,you should,=guard=url,=ignore=quietly,=not:ignore,=order=name,'
'=when=not:tell,^ has,^ prices,^ rows,^ what,actual,an incident,and code,apex,api,api the,approvals,approves,arrival,'
'bare,benefit,calendar,call now,callback,can,certain,change notificati,changes the,cli,code for,companies,compared,'
'countries,creates an,databases,delegates,every other,expect,false to,find the,finding,for days,for user,formatter,'
'healthy,is changed,is made,issue key,it back,it has,javascript,kitchen,large files,list with,must call,next page,'
'output file,own words,prices,project is,refunded,refuses,responses,responsibl,revoke,section of,separately,sold,'
'specify,specify the,summoner,tab,that have,the form,the game,the reason,the team,this over,title and,to store,top of,'
'true to,when it,where to,withdrawal,would be,you do,=ask=name,=itself=url,=money=authority,=tool=url,^ answers,'
'^ block,^ labels,^ messages,^ opens,^ prompt,^ result,access keys,addition,after you,all members,already have,an error,'
'and only,and save,and tell,any change,are ignored,atomic,be valid,between two,by its,citations,consider using,counted,'
'crontab,disappear,don have,empty list,error message,executable,feedback,get an,hands,height,if needed,if provided,'
'in addition,installs,interactiv,interview,is empty,is never,is only,it can,lost,model is,newline,not guess,notes for,'
'notifies,null,number format,numeric,of lines,of task,optional for,organisati,output to,overwrites,path path,prompt example,'
'quarter,reads the,realtime,reliable,restart,return all,returns an,returns its,same as,severities,shopify store,'
'sides,summarise the,sure,systems,technology,temporary,that will,the screenshot,the subscripti,threadid,time zone,'
'time zones,to update,token is,treat the,trying,units,wind,worksheet,your account,your answer,zones,=money=order,'
'=param=not:show,=param=url,=secret=tool,=seen already,=sink=every,=user=not:show,^ additional,^ administra,^ allow,'
'^ drop,^ issue,^ it,^ source,actions,age,agents md,an entry,and why,are in,as name,asking for,associated,aws sam,'
'because,because it,best practices,big,brew,can only,cents,changes in,checking,cleaned,code generation,combinatio,'
'contact folder,content as,cpu,cross,decimal,docs,each entry,embargo,encrypted,fast forward,for articles,for work,'
'generates,grafana,handles,helpful,hit,in english,inside the,interested,internal knowledge,is closed,keywords,local filesystem,'
'long running,match,microsoft,might,mobile,near,network requests,next step,offers,offset,on the,operations,org is,'
'outlook,over time,power,practices,quiet,receiving,repeat the,repeated,research,response is,result in,selectors,'
'sells,sequence,shell command,sick,sign in,signature,somebody,the approval,the input,the settings,then call,tips,'
'to action,to true,tone,tool over,true when,use if,user that,version,vpc,when not,with your,指定,=ignore=secret,=inner=not,'
'=param=persist,^ are,^ available,^ commit,^ critical,^ files,^ full,^ response,^ standard,^ tests,adset,adset id,'
'all tasks,allows you,alter,an alert,articles,as or,as string,aws account,before calling,buckets,by itself,calculates,'
'caught,city,clusters,combined,component,confidenti,connectivi,credit,cv,danger,data is,data of,decodes,default false,'
'delete or,demand,dish,encrypts,extension,guessing,hasn,heard,holidays,hub,in one,inform,interest,its id,judge,kills,'
'large,line official,links,locally,matches the,my,name as,newest first,not returned,observatio,official account,'
'only not,optimize,or the,performanc,phone number,preserve,pressure,processes,proper,query with,range of,read from,'
'read write,region,rely,remote device,required for,run all,scale,sent to,shorter,sim,spent,subsequent tool,targeted,'
'test the,that later,the analysis,the copy,the object,the original,this only,times are,tls,to access,to change,to identify,'
'tool that,trashed,types,ui,unhealthy,unsigned,used to,user know,user request,visit,wasn,watch,when user,whenever you,'
'working tree,xx,you specify,特殊,该参,=ignore=do:move,=is:install,^ entries,^ environmen,^ generates,^ import,^ line,'
'^ passing,^ permission,^ release,^ searches,add note,aggregated,all changes,an option,analysis,area,as base,assigns,'
'before it,body of,branches,by step,changes,colons,completed,concatenat,configure,continues,conversati from,corrects,'
'could not,data to,datadog,datasets,dbt,decimals,deletes,deliver,dependenci,detailed,duty,each change,editing,endpoints,'
'everyone,fee,files that,filters are,footnote,formulas,gt,guide,heading,how,in memory,indicators,injection,intend,'
'investment,iteration,labels,letters,location and,manage,mart,new page,not needed,note that,note this,of file,of query,'
'only on,only once,only used,or more,overall,override the,pair,pet,processing,query to,relevant,rider,science,searches,'
'separate,serious,session working,snippets,species,splits,streams,synthesise,tests in,the uid,think,this on,tool name,'
'unclear,unit,url is,url to,use when,weapons,when provided,wipes,中的,向用,就绪,=all=do:tell,=ask=oblige,=grant=oblige,'
'=guard=do:run,=sink=guard,=talk=name,^ distance,^ download,^ list,^ plans,^ private,^ 用户,abc,admins,ai编辑器,alerting,'
'and column,and next,and retrieve,aws cli,be called,be found,binary,border,broken,browser window,building,bytes,'
'choosing,combine,connection,consistent,contacts,contacts folder,convention,coordinate,copy text,count and,crawl,'
'cycle,data with,database and,default is,degrees,didn,dispatch,displaynam,domain,edges,element,end time,engagement,'
'exactly one,extract the,eye,fewer,filter for,flowers,for message,for small,forgotten,formula,from file,getting,'
'github repository,giving,groupby,if you,in commit,include the,indexed,inhalt,interpreta,lastrunsta,later sessions,'
'limit is,list the,los,mcp,of line,on call,or an,or other,packages,parameters,parent,per line,phone numbers,plans,'
'position of,prefer the,prerequisi,prioritize,provides,pull requests,queryknowl,reaches,recipe,regional,renders,'
'repeats,resolves,resort,return only,reviewer,satisfacti,search instead,sequential,settings and,shipped,so this,'
'sorted,sources,submitted,switched,table in,taken,thing,this turn,time code,to push,to show,ts,updates the,urls,'
'use create,user needs,valid for,vat,version and,violations,volume,wants,without changing,列出,场景,编码,要传,迁移,=oblige=not:ask,'
'=sink=itself,=user=reply,^ apex,^ authentica,^ downloads,^ key,^ manage,^ push,^ success,^ wait,^ weight,advertiser,'
'al,allergens,an element,and optionally,answering questions,applies,apps,at which,based,be installed,be supplied,'
'because the,blocking,bound,broadcast,by prefix,by their,cancellati,claude,committed,constraint,contenu,cremation,'
'descriptiv,detect,differentl,directorie,dot,ec,education,enum,example usage,extraction,fields,financial,follow instructio,'
'for results,for tests,fulfill,gas,gib,given in,glass,google,gpt,groups,ignored by,in directory,instant,is accepted,'
'issued,jq,line number,line of,live,location of,logo,major,make it,map,medium,medium low,metadata,metres,mm,module,'
'not in,of attachment,of its,of that,one hour,opt out,partial,passenger,permitted,policies,position,posted,price,'
'profiles,provided by,public key,range,refactor,releasing,run one,secret alerts,sex,smtp,sorted by,squash,structure,'
'suspected,syntax,taskmaster,tell us,the member,the period,the specified,theft,this property,time at,timezone,titles,'
'to do,to learn,to validate,token to,tool you,turns,unix,use query,utc,valkey,write operations,your aws,下载,例如,是否,'
'模型,=obey=name,^ author,^ credential,^ directory,^ exact,^ output,^ return,^ second,^ values,^ will,accessible,actually,'
'address book,adjuster,aggregatio,allowed directorie,always ask,an emoji,an explicit,analyze,apex class,apply to,'
'are rejected,as it,at given,at time,be displayed,breaking,by line,call list,can also,charges,checks for,children,'
'code and,collection,comment to,completion,computed,configured in,confirm true,converter,current user,custom field,'
'data and,default and,depends,depends on,describing,each step,empty,emulation,environmen,existing files,extract,'
'file as,filterable,functions,generation,get complete,her,hex,if available,if they,image for,in loop,incoming,instructio if,'
'is complete,is limited,is logged,is stored,iterations,know the,like,logged,long,lwc component,markdown,may,may not,'
'milk,min,multiple files,must include,noon,oldest,optimized,outcomes,owners,param,pass to,plan apply,plugin,previous response,'
'raw,recommende,removed,render,represent,rest api,returns job,returns the,search parameter,search query,selects,'
'semantic,sets up,significan,size in,sparklines,state and,state of,subtasks,tags to,tempo,text with,the dashboard,'
'the next,the size,themselves,thought,thread id,till,to date,to that,toml,tool calls,tool retrieves,url,url in,used as,'
'uuid,valkey command,values and,values for,visible,when this,with list,without any,wrap,提示,没有,=know=guard,=know=talk,'
'=money=do:run,=not:run,=other=do:run,=reply=do:run,=user=quietly,^ allowed,^ context,^ count,^ detail,^ filename,'
'^ moves,^ only,^ query,^ raw,^ rule,^ some,^ specifies,^ structured,^ text,^ 查询,accessibil,activity,add new,all events,'
'allowed values,analysis tool,and always,and no,apis,applicable,areas,authentica user,bad,blurred,break,browser session,'
'changing,cli command,click on,colors,connecting,consider the,contactfol,conversati,costs,criteria,cs,current,date,'
'date and,dc,default to,delimiter,directory where,distributi,events,existing,feedback on,few,file watcher,fill out,'
'for them,for those,for word,goods,has more,hop,how to,if true,included,inclusive,informatio,init,insight,intelligen,'
'interact,into the,is one,issue link,key id,labs,layout,legal,linkedin,logs from,managed,masked,maxpages,medical,'
'merge request,method,mobile device,model health,modes,much,multiple,naming,nor,oldest first,omitted,or,or in,order in,'
'piece,plays,playwright,present,provided the,rebase,registered,replacemen,request body,retention,rooms,run in,scores,'
'seconds,sha of,shopify app,sidebar,sizes,slide,symbols,the html,the page,this directory,this field,this in,to disk,'
'to ensure,to follow,to group,to open,to reset,took,treat,trees,upload session,use get,user explicitly,validates,'
'validator,vars,warehouse,workspace,you give,you re,云托,云托 托管,拒绝,时的,=guard=do:move,=inner=every,=obey=secret,=private=other,'
'=reply=do:take,^ detects,^ git,^ human,^ ignored,^ ip,^ match,^ number,^ required,^ server,^ suggest,add footnote,'
'agent with,aggregate,agreed to,alexandria,all fields,also returns,and is,and one,and type,api returns,are given,'
'arn,assigned,assumption,attachment and,attempts,autocomple,automation,aware,card numbers,carrying,case,category,'
'changed,characteri,clone,closes,cls,common,compatibil,complex,confident,council,creates,csv,currently,currentuse,'
'data source,day,ddl,declares,default true,delegatewi,demographi,detects,dm,door,draft,dyno,each run,email address,'
'empties,enter,entities,env,eq,etag,everything that,expansion,fallback,falls,falls back,fbx,feature visibility,features,'
'field names,flow,focused,for their,from previous,fund,gmail,helped,hire,iam,id in,ignore any,important,in local,'
'instances,instructio and,is already,is asked,items,job id,just the,listbrowse,local file,locations,merged,ms,must use,'
'nearest,never run,non empty,notebooks,npm,occurred,of records,on which,only and,options to,org,orgs,output is,passes,'
'performs,player,policy to,polls,populated,pos,pulled,reaching,reads,relative,replaces the,request for,results for,'
'roles,run results,set,sha,show,signed in,slug,sponsored,staging,status,status and,string to,subdirecto,summary and,'
'text and,that specific,the display,the organisati,the primary,the release,the upstream,the zotero,thinking,this when,'
'to execute,to skip,to sort,towards,traded,tree,uploaded,upper,useful when,username,users to,usually,validation,'
'way to,wine,word for,write file,your applicatio,域名,容的,密码,必须,登录,类型,=ask=secret,=do:move=do:run,=every=reply,=money=not,'
'=private=sink,=secret=private,=sink=other,^ body,^ clears,^ close,^ contains,^ current,^ data,^ date,^ generate,'
'^ namespace,^ pagination,^ quote,^ recommende,^ register,^ review,^ schema,^ service,^ snapshot,^ supported,^ tags,'
'^ this,^ time,able,able to,added,agent browser,alias of,allows,and content,and will,answer as,applies to,artifact,'
'base url,basic,bcc,be able,be an,between and,blank,blocked,boolean,box,branch in,broad,by relevance,call learn,'
'can use,check with,clauses,color,commercial,compute,confidence,content for,create the,datasource,delete an,depth,'
'descriptio of,diff json,divisions,doc,drives,effective,emails,encoded in,enhance,escape,estimated,europe,evaluates,'
'event,every time,exclude,extract all,file if,files or,filter results,food,for merge,for other,full path,gate,gh,'
'graph,has explicitly,hosted,idempotenc,if not,if this,imported,in blender,in excel,insider,insufficie,interval,'
'intervals,invites,is automatica,is provided,isolated,it without,june,land,landing,lastmodifi,library,life,link to,'
'loops,managehost,metric,mode only,monday,most relevant,netlify,neural,nexttool,not pass,not required,not show,of items,'
'of these,omit to,on pull,only include,optimal,pages,paper,pivottable,por,prediction,preprints,presentati,processed,'
'proj,ranks,recommends,redis,relative paths,relative to,release,removes the,requiring,resources,response to,results json,'
'retrieves the,returns,reuse,rgb,run an,runtime,scopes,scraping,sector,security group,signed,single,source branch,'
'sql query,ssh,starting point,stash,stat,status of,stores,substituti,superseded,supports filter,tasting,the current,'
'the door,the family,the feedback,the history,the label,the language,the redis,the signed,the state,the wiki,time is,'
'timetable,to all,to load,to send,tool of,triggered,use shopify,useful,vs,waiting,website,wise,with any,yolo,yolo mode,'
'名称,命名,应用,日志,替换,组件,配置,=ask=param,=ask=reply,=authority=itself,=deed=our,=destroy=name,=do:put=do:tell,=guard=itself,'
'=oblige=brand,=order=do:take,=other=url,=us=do:run,^ account,^ called,^ cs,^ destinatio,^ false,^ free,^ large,'
'^ operation,^ payments,^ permanentl,^ runs,^ sort,^ total,^ true,^ valid,access is,accomplish,airline,airport,alerted,'
'all qualifying,allocate,an existing,and other,and reports,applicable to,asks to,associate,attached to,attempt,attendee,'
'be saved,be used,before any,begin with,bubble,by list,calculate,calling,categories,cd,changelog,character,classes,'
'clears,compiled,console messages,content base,couchbase,currency,custom,dailycapre,datatype,decision,deleted items,'
'delta,deployed,deploying,describes,design,devtools,dicts,discovery,don,draft note,drug,ear,enables,endnote,errors,'
'evaluation,example,excel,excluded,expression,extremely,feature,file path,filter eq,firecrawl agent,flag,following netlify,'
'for complete,gb,grading,groups and,ids are,include content,initially,ios,is taken,issues to,it into,item,kept for,'
'language,larger,latitude,leave it,libraries,links to,list all,locked,logs for,longitude,members,mime,name and,natural language,'
'nearby,network request,nvf,odata,odoo,opens,organizer,path parameter,paths to,payer,pending,percentage,period,pickup,'
'pipelines,planner,pois,programmin,publicatio,pupil,ranges,reaction,rego,repeatedly,repository to,request id,reserved,'
'resource,results in,revenue,row,runbook,sarif,scatter,sees,selects the,setup,shape,slicer,specified,sprint,stopping,'
'strategy,submission,sv,sv vg,synchroniz,tags,tap,terms accept,text from,that can,the cache,the column,the entity,'
'the get,the log,the pdf,the target,to aws,to its,to move,to view,too,top,trips,true for,typos,uid,used for,vercel,'
'verify the,virtual,vision,watcher,web applicatio,web pages,went,wish,with its,within allowed,works with,wrap up,'
'分类,取文,开关,插入,操作,版本,目录,管理,设置,输出,返回,远端,顶层,=all=not:show,=do:move=do:put,=guard=reply,^ absolute,^ base,^ batch,^ branch,'
'^ cannot,^ explain,^ javascript,^ missing,^ navigate,^ row,^ tag,^ useful,^ warning,^ workflow,acknowledg,across all,'
'action,add comment,additional context,alert,alertmanag,all available,allowliste,analyzer,and cannot,any of,apex test,'
'applied,artifacts,as fallback,asset,associated with,attend,auth,aws service,bike,birthday,blender,body is,boundaries,'
'browse,call this,capabiliti,changelogs,code analyzer,commander,comparing,confirmed,created,current working,customize,'
'datasource managed,declaratio,declared,descriptio optional,dimensions,download,east,embeds,emoji reaction,ensures,'
'entity,error details,escaped,exceed,explain,extracts,fails,family,feat,field schema,filename,files use,filter and,'
'firecrawl search,footnotes,for day,for every,for safety,for your,foreign,format of,fresh,given user,has to,historical,'
'id,ids to,importance,in collection,in points,include metadata,inline policies,interventi,is present,judgment,know which,'
'last modified,last month,licensing,likely,line numbers,looks up,lowest,media,mentions,merchant,merge strategy,message and,'
'mobile list,modified,modifiers,month,must provide,mute,navigate,navigation,nosql,notation,numbered,object in,of keys,'
'of resource,operate,optional comment,optionally,or delete,otherwise it,page of,passed on,pays,permanentl,pgstore,'
'physical,pipeboard,pixels,pmd,policy document,prefixes,preserved,project,property to,published,ranked,read all,'
'recent,references that,refs,removal,resolve,response model,retrieved,retrieves,returns results,routing,run code,'
'schedules,scrape,search result,select and,selector,sendrespon,seo,shopify cli,space key,speaking,step is,stories,'
'tabid,target size,test execution,test plan,that match,the active,the activity,the audit,the format,the merge,the organizer,'
'the project,timeout,timestamps,to associate,to clear,to pass,treatment,treats,true include,ttl,underscore,unified,'
'unique,united,unsure,us east,user which,uses the,using,value is,versions,walking,width,wiped,with category,with space,'
'workflows,writes,yaml,不是,作为,列表,支持,格式,示例,镜像,=authority=oblige,=bcc,=code=all,=code=every,=deed=us,=destroy=itself,'
'=destroy=oblige,=param=guard,=persist=order,=results=all,=sink=all,^ alternativ,^ assign,^ audit,^ column,^ convert,'
'^ database,^ display,^ dsa,^ font,^ force,^ get,^ header,^ indicates,^ input,^ log,^ model,^ object,^ package,^ partner,'
'^ pattern,^ region,^ search,^ sql,^ table,^ title,^ top,^ topic,^ usage,^ zotero,actionable,active,additions,ads,'
'alerting silences,alignment,an array,and may,appropriat,are removed,arxiv,assignee,axis,bdi,be passed,bevor,branch is,'
'breakdown,budget,business,by using,cast,center,changes to,cherry,collection of,complexity,conservati,create draft,'
'crew,crop,dashboards,data point,data points,debounce,definition,dollars,email to,emailaddre,emphasize,emulate,erase,'
'error for,event is,executes,execution,exists,exposure,filepath,firecrawl,first call,fixing,frontend,functional,'
'fuzzy,get,git,glb,graphql,guessed,hash,household,iac,id and,id from,identifier to,imageref,images,immediate,in pixels,'
'included in,incorrect,increase,indicates,inline,is opened,issue keys,item that,lambda function,latest,learn shopify,'
'liquid,list users,literature,local path,localpath,located,logs,macros,match the,matrix,means the,messages from,'
'messages of,meter,methods,ml,model name,more precise,multipart,multiple times,mutations,name of,name to,normalized,'
'note the,notes are,number of,number to,objectives,objects with,of categories,of messages,of multiple,ohlcv,on merge,'
'options,options for,order,order of,owned,page content,pandoc,path is,patients,payments,point,possible values,powerful,'
'property is,pulls,qualifying,queries are,questionab,quote the,read it,recorded,recursive,reduce,references,regex,'
'regular,reliabilit,remote cloud,represents,reproduce,require,requiresac,res,resolution,result as,retrieve list,'
'return,reused,reveal,routes,scenario,scope the,search in,seat,set this,settings for,severe,shopify api,show only,'
'signatures,slashes,south,spec,stage,stages,start time,statuses,stocks,store the,structured,subtree,svg,task to,'
'tasks in,team,text content,the filter,the guest,the hash,the system,this instead,this option,this run,throughput,'
'to emulate,to hand,to message,to null,to start,to to,to write,to your,tracks,training,trial,trim,true if,uniqueid,'
'update delete,urn,user by,user default,value,values in,variant,variants,vector,version number,videos,view the,when omitted,'
'width of,windows,worklog,一个,容器,容并,本地,某个,模板,用的,输入,通过,=ask=when,=every=do:tell,=guard=name,=inner=guard,=know=do:run,'
'=not=softpath,=notice,=results=when,^ adds,^ analyze,^ best,^ case,^ custom,^ defaults,^ extract,^ fields,^ find,'
'^ gene,^ go,^ includes,^ increase,^ job,^ notes,^ one,^ partial,^ plan,^ preview,^ reference,^ retrieves,^ returns,'
'^ specific,^ urls,^ validate,abstract,aggregates,alerts are,all pages,alpha,always pass,amend,an emergency,and it,'
'annotation,api for,append to,applicatio to,appointmen,are included,are never,associatio,assuming,authz,authz user,'
'basic memory,be automatica,be created,beta,bottles,campaign,can read,can see,candidates,capability,captured,cases,'
'check the,codeanalyz,colours,comment visibility,compile,conditiona,consequenc,context and,cortex,creditsuse,current page,'
'data bar,database records,datetime,default,defined,departure,desc,descending,details,devops center,devuelve,directory path,'
'donation,drive item,drops,dsa,enable,encodings,enhanced,equivalent,esm,etc,expiration,explicit confirmati,fees,'
'fichier,field name,file names,fillcolor,finish,flex,for free,for questions,formatted,framework,freeze,from gitlab,'
'gave,gdpr,geocode,get list,git set,handed,health,highlight,how many,iam policy,id field,id here,identifier,integrate,'
'invokes,is member,is still,is unavailabl,it returns,journey,jwt,keeps,key value,label names,lambda,learning,linkedreso,'
'loaded,location,lwc,mailbox,mappings,marking,mb,media type,merge requests,met,metadata and,migrate,migrationn,minor,'
'minutes,mode,multi,music,negative,nested,new name,newly,node,not know,not used,not yet,notebook,of resources,of text,'
'omits,on each,onenote,opening,operations for,or list,package name,path,paths,per,permit,pie,polling,pool,population,'
'port,precise,preconditi,preserving,pressing,protect,rebuild,record data,referer,relations,released,remain,removing,'
'repl,required unless,requires an,restricted,returns all,runs the,scenarios,search within,security pmd,see,selected,'
'seller,selling,send to,sensor,set as,set working,should not,skills,smtp address,snippet,specific,specs,str,suites,'
'tag,teams,the currently,the fields,the given,the latest,the passport,the profile,this server,through firecrawl,'
'time for,to copy,to generate,to jira,to limit,to look,to press,tool output,totalusers,type,type to,types of,upstream,'
'use case,used,user consent,user first,validated,verifies,via the,visible in,was created,working dir,written,位置,'
'允许,入的,关闭,如,开启,根据,注意,消息,源码,特定,班级,=authority=do:take,=know=inner,=order=not,^ and,^ aws,^ based,^ capture,^ determines,'
'^ exactly,^ execute,^ look,^ optional,^ paths,^ performanc,^ position,^ providing,^ relative,^ resource,^ size,'
'^ starts,^ status,^ targeting,^ understand,^ update,^ zero,^ 注意,absolute,abstracts,account id,ad,adapter,ai,all the,'
'always use,an empty,analyses,and all,and metadata,and text,annotated,applied to,approach,are connected,are the,'
'ask the,assign,attributes,authentica,authors,backed,based on,be added,be changed,be large,be one,beside,biomedical,'
'boundary,bullet,buyer,call for,canonical,caused,champions,channels,check,cherry pick,claim,clipboard,co,consider,'
'consumer,continuous,controlled,convert to,cover,crashes,creating,cron,dashboard,default all,details for,diagnoses,'
'dict,diff content,direction,directory is,display name,due date,elements,experiment,extending,factor,field in,find files,'
'for app,for large,format,frequency,from an,general,get job,github repositori,gitlab,heads,hostnames,id to,ignored when,'
'image,img,improve,in github,inches,indicate,indicates the,informatio for,integer,interact with,into one,it must,'
'items in,javascript function,jira,jira issue,json format,jsondata,latest version,least one,listener,logic,lots,'
'mapping,matcher,merging,meta ads,metadata to,metrics,midnight,mimir,missingcon,modificati,msk cluster,name for,'
'names in,new,nextthough,nodejs,north,not given,not send,note text,note to,object to,objects for,of content,omit for,'
'omitted the,one or,online meetings,opaque,opens the,operating system,or mime,organizati,own,page id,paragraph index,'
'paragraph text,params,passages,patterns,pek,perfect for,players,potential,pptx,prefix to,prevent,preview,principal,'
'profile,provisioni,publishes,push to,puts,queries,query on,querysugge,question or,queue,refs heads,remind,remote name,'
'repeating,replaced,reporter,response body,retrieval,retrieving,revisions,rich menu,right file,robust,screenshot,'
'sections in,server dc,sets the,should use,silences,source ids,specifying,st,start here,strike,strongly,subcode,'
'subdomains,subscripti,substring,subtask,symbol,tag to,tcb,the asset,the dbt,the mcp,the possible,the requested,'
'them into,thousands,ticker,time when,to match,to provide,to resolve,tool allows,tool call,topic string,traffic,'
'true only,type type,typically,ui component,unix timestamp,updated,use json,use with,value to,video,views,violation,'
'web results,wikipedia,with process,yours,zotero,ない,完整,控制,搜索,权限,标识,涉及,课程,=applies,=ask=user,=destroy=user,=is:obey,'
'=know=reply,=learnt,=other=name,=private=not,=wrongness,^ ad,^ array,^ basic,^ cell,^ color,^ command,^ crawl,^ credits,'
'^ enable,^ filter,^ firecrawl,^ group,^ image,^ jira,^ lambda,^ need,^ nothing,^ otherwise,^ perform,^ progress,'
'^ promote,^ repository,^ skips,^ slide,^ start,^ task,^ value,absolute path,accepting,across different,amazon,an integer,'
'and check,and descriptio,and then,and update,anonymous,api calls,app home,approved,archived,array of,assigned to,'
'attach file,aura,average order,bed,bodies,bold,braf,branch to,by category,calendar event,call get,called before,'
'categories for,center org,classic,col,collects,comments to,compare,compiled sql,completely,confirming,conflicted,'
'confluence,correspond to,cost optimizati,counting,creation,creatives,crossing,dbt semantic,defaults,defaults to,'
'determines the,do not,duplicate,dynamic creative,each containing,edit,efficiency,end line,error,exa,excludes,expr,'
'expressed,fields in,filtering,first page,folderuid,for deployment,for understand,forward,frequencie,from and,full text,'
'fully,function to,fuzzy search,gathering,gemini,grouped,guarantee,guid,hasimages,head,header,heroku,highly,history of,'
'if any,in from,in markdown,in single,indicates whether,initiates,inspector,ir,is currently,is enabled,is false,'
'is included,iso,italic,item name,jpeg,js,lds,lies,lifetime,lists all,ll,llms,loading,logs to,make sure,maps,matched,'
'me the,membership,metadata for,mimetype,minor edit,model parents,monitor,msk,mutual,narrows,native,natural,needs no,'
'next cursor,next task,none for,nx,of issue,of package,on demand,on success,onedrive,operates,optimizati,or video,'
'order value,other tool,pagination,pattern matching,pg,phase,picks,pid,pin,pivot,plain,postgresql,primary,progress table,'
'project directory,promote,promoter,prompted,protein,prune,queries that,questions,record id,recreate,recurring,redis channel,'
'reduces,regardless of,remote repository,remove an,repository should,republic,res partner,results file,results to,'
'sales,sandbox,saves,scoring,search keywords,selection,set of,showing the,similarity,snapshots,soft,specific file,'
'spots,sqlite,staged,standing,states,static,status is,steps,stock,stored in,subnet,subset,text is,that are,that this,'
'the agent,the alert,the available,the buyer,the city,the endpoint,the mime,the reference,the sqlite,this for,thorough,'
'thread,timestamp,title for,title of,to confirm,to create,to narrow,to specific,tonight,tool as,total number,tracing,'
'train,transition,type is,uids,unchanged,useful for,user profile,utf,valuable,via,webapp,webmcp,weight,whenever the,'
'whether to,work item,worker,workflow for,worktree,writable,xml,zip file,使用 用的,修改,录的,得到,据用,重试,集合,=ask=do:move,=grant=user,'
'=is:tell,=know=oblige,=money=do:take,=not:deceive,=not:install,=not=do:put,=obey=order,=user=name,=when=every,^ alexandria,'
'^ applicatio,^ args,^ bid,^ check,^ finding,^ identifier,^ important,^ index,^ language,^ lds,^ local,^ mention,'
'^ names,^ optimizati,^ or,^ parse,^ regex,^ retrieve,^ sheet,^ timeout,^ unix,absolute paths,advantage,advise,alert rules,'
'alexandria provider,all required,alphagenom,an org,ancestors,and more,android,are accepted,are supported,arn of,'
'artifactid,artifacts from,asc,attachment,available,average,battery,be copied,be provided,biggest,boards,bounding,'
'breakdowns,but not,byte,calculated,cdn,change,channel,check out,come,commit hash,commit sha,comprehens,compromise,'
'context to,country code,crawl job,creator,credential in,developmen,devops,dropbox,dropdown,earth,editor,effort,'
'empty string,encoded,entries,envia,epic,execute command,expand,expanded,expiration time,explore,express,extract only,'
'extracted,extracted from,field,fill color,filter,filtered,flagged,floats,for that,forecast,format with,from redis,'
'front,full,glob,group by,group id,grouping,guests,guides,handling,has,header with,heavy,html,image is,implement,'
'in range,in results,in seconds,in text,in their,in word,incidents,include in,includes the,increment,industry,initiate,'
'instagram,int,invocation,it again,it are,it to,job run,joined,json to,km,know,label name,lambda functions,languages,'
'level,limit to,listed in,lists the,local writes,managing,max,maxresults,memory id,metrics to,might be,mo,modules,'
'nix,none of,observer,of fields,of files,of url,of work,operating,orders,organize,partially,path for,path where,'
'per validator,perform,perform an,physics,plannerbuc,points to,postcode,prd,proceed to,produced,prompt,prompt the,'
'properties to,protected branch,provided,py,quantities,querying,readabilit,referenced,refunds,region us,related to,'
'relationsh,remote,removed in,repository root,resourcety,retrieve,returns it,rfc,rs,say so,scope,scraped,searcher,'
'setpolicy,size,snapshot to,spans,styling,swipe,systematic,text in,the border,the contacts,the date,the exposure,'
'the formula,the llm,the overall,the parent,the step,to display,to enable,to filter,to meta,to one,to replace,to select,'
'to test,todotask,tool provides,tools to,top level,total sales,totalthoug,transporta,unified diff,unnecessar,usable,'
'use list,use read,user agreed,version history,visiting,week,without asking,workbooks,yesterday,zsh,关系,关联,北京,区分,'
'定组,定组 组件,或控,时间,特定 定组,联关,表示,规则,=do:take=not:show,=guard=tool,=money=do:move,=never,=not:request,=param=not,=private=do:run,'
'^ cluster,^ combine,^ common,^ daily,^ dict,^ discover,^ execution,^ frequency,^ hosted,^ max,^ move,^ path,^ poll,'
'^ provides,^ record,^ scale,^ the,^ tool,^ type,^ updated,^ url,^ used,^ username,accuracy,activate,ag,allele,along with,'
'always include,ambiguity,ambiguous,an iam,an inline,and any,and don,api version,array,assets,attached policies,'
'audio,azure,beginning,between,bibtex,case sensitive,catalog,chars,chose,chr,chunk,cloned,cloudfront,cloudwatch,'
'code from,com,command to,commit,commits from,contexts,continuati,conversati is,conversati to,convert,correctly,'
'create new,delegated,describing the,detected,doctors,document in,duration,edited,enddate,entirely,estate,evaluated,'
'fields are,file or,file paths,filter by,fine,for broad,freshness,from search,get file,group,happens,hints,horizontal,'
'hosted phase,hybrid,hypothesis,iam user,id when,in millisecon,incrementa,index,informatio and,installed,intents,'
'is omitted,is reported,json,kept,kept in,key the,keywords to,limit,list available,mail to,management tool,manages,'
'manifest,markdown content,market,messagerul,milestones,millisecon,model analytics,more reliable,need,null when,'
'nullable,of chart,of office,one of,operation to,or all,output format,outs,oxygen,paginated,pdf file,poll,previously,'
'prometheus,provides comprehens,querylogs,real estate,recalculat,registered model,replies,reported as,request in,'
'required when,reset to,search,search the,searchid,section,since,smart,specific data,specified in,start line,startdate,'
'stays,tail,target,target paragraph,targeting,test cases,text text,texts,the artifact,the authentica,the call,the changes,'
'the font,the knowledge,the notebook,the range,the simple,the underlying,the workbook,them and,to auto,to delete,'
'to fetch,to retrieve,torecipien,travels,triggers,type of,underlying,unsupporte,update issue,updating,uri of,url of,'
'use to,valorant,variables to,viewport,warns,watches,webhook,what it,when creating,with project,wrong,制台,功能,定的,州西,'
'常用,平台,控制 制台,杭州,西湖,边界,=all=when,=ask=order,=is:show,=json,=param=do:move,=private=every,=when=do:take,^ by,^ can,'
'^ ctx,^ essential,^ expand,^ forward,^ none,^ say,abort,act on,add ons,after seconds,album,and entities,app to,'
'are on,as id,avg,awareness,backlog,beforehand,by name,ccr,changed in,chroma,compilatio,consumed,containing,contrasena,'
'contributo,converted,core,csv file,deeper,demo,determine,determined,dimensions and,directory for,dismiss,dividends,'
'documented,downstream,drag,emitted,evaluating,event in,example for,exit,file should,files to,folders in,for,for cost,'
'for file,for local,format is,geometry,have to,html content,iam group,id for,ids of,in user,infrastruc,instance,'
'is told,iso format,it under,knowledge,knowledge base,language to,later,learn,lookback,machine learning,mailfolder,'
'manual,math,measures,meta api,modifyplan,name,nickname,note or,notificati,on screen,one is,ons,optionally the,or get,'
'orchestrat,other tools,parsing,particular,password in,phone,plannertas,policy from,practical,properties,rate limit,'
'rather,ratio,ready for,ready to,registries,replacing,representa,rerank,results include,secondary,shorten,source and,'
'source details,specifies the,starting,stg,synthesize,table will,task list,text,that should,the area,the bill,the crawl,'
'the element,the ids,the location,the order,the player,the right,the steps,the tasks,through the,ticker symbol,timeframe,'
'to add,to html,to lwc,to opt,to query,to specify,untrusted,user mentions,victorialo,with other,worktrees,your lambda,'
'=destroy=all,=mild,=not=all,=obey=sink,^ rest,^ secrets,are listed,arguments,around,be searched,behavior,but,call in,'
'choose,column,concise,defaults file,details and,diverse,end date,eu,event to,exported,facet,failures,file name,'
'folder id,for example,for retrieving,generate model,good,id of,indexes,informatio in,inline policy,internally,is minor,'
'it with,list,local,mail folders,metadata about,model step,more than,operations read,phishing,pizza,places,please be,'
'poly,queued,regulation,rule configurat,simulated,sonnet,standalone,statistics,stderr,stdout,storefront,subcollect,'
'subject,subtask to,suggestion,system user,the base,the cells,the domain,the end,the generate,the library,the note,'
'the previous,the product,the provided,the recipient,the server,to perform,total,update the,using this,varies,via get,'
'visible to,webhooks,weights,when you,within,像地,=grant=param,=guard=order,=param=other,^ resolve,^ share,address of,'
'baseline,beat,buying,cancelled,compiler,deprecated,do the,download link,email,enabled,every answer,exploring,hand the,'
'id required,includehea,invalid,liability,listed,name from,older than,only get,package json,panel,project root,redacted,'
'similar to,status for,the child,the deleted,the grafana,the informatio,the initial,the monitor,the plugin,the shopify,'
'to exclude,varies by,which to,wrapped,历时,必须 须传,须传,=ask=talk,^ semantic,^ skip,after,and create,child folders,demands,'
'digit,early,faster and,fonts,including the,irrelevant,is also,lds graphql,meeting,nothing is,performing,physician,'
'poly pizza,see what,suggests,the discussion,the run,the sam,to run,when using,working with,=know=order,certified,'
'mail,slots,to share,tool to,field to,page as,that no,=all=quietly,=not=brand,answer in,high,infected,it would,meets,'
'one per,review,success,te,that it,this first,to sign,together with,=brand=do:tell,=every=do:put,=given,^ include,'
'belong,code or,confirm the,delete and,doctor,essential,fleet,headers,outcome,provenance,reply,set up,some,stations,'
'the maximum,the request,wiki,=assistant,=deed=oblige,=money=do:put,=param=money,=reply,^ commands,all that,an answer,'
'carry the,competitor,conversati and,data in,database,failure,having,hear,house,length of,let the,lot,organizati and,'
'permission to,rules that,spend,spoken,that support,the head,the plan,the topic,through this,time in,tracking,version of,'
'=all=every,=assumed,=do:destroy,=every,=ignore=all,=ignore=name,=inner=user,=oblige=user,=our=do:put,=persist=user,'
'=user=brand,^ advanced,^ hidden,^ json,^ target,achieve,all mail,beneficiar,content from,different,display the,'
'every,expires,files in,in base,is unknown,longer,only the,opened,plus,socket,start with,starting with,statements,'
'supplies,that you,the connection,unavailabl,unfiltered,urgent,use in,user as,变量,境变,境变 变量,环境 境变,=all,=all=itself,'
'=do:prefer,=later,=name=do:take,=order=our,=order=us,=tool=user,=void,^ add,^ comment,^ for,^ results,^ when,^ 如果,'
'another,anthropic,arranged,article,availabili,bar,be,body and,built,filesystem,first then,for llm,herramient,home directory,'
'iban,insert,left,lower,ls,mail address,makes,modifies,more,necessary,parametro,pick,positive,priority,produces,'
'query results,resolve the,restored,scheduling,search terms,select,surcharge,than the,the planner,the words,to record,'
'to save,unless the,who is,用前,=ask=money,=consent,=do:ignore,=do:show,=not=do:tell,=target,=us=do:put,=user=path,'
'=user=us,^ failed,^ order,^ store,^ supply,^ work,^ write,add our,agree,all environmen,an exception,any,arbitrary,'
'are no,are used,au,before each,bug,chain of,citing,clear the,click,code in,corner,crm,diff,disable,do,environmen and,'
'executed,firewall,from to,go,hash of,in order,in this,inbox,it runs,mails,marks,network,not see,not tell,oauth,'
'obtain,obtain the,occurs,out and,policy for,presence,programs,records,records to,request as,salary,spreadshee,submit,'
'sum,the invoice,the logs,their password,tool does,write,前先,执行,调用 用前,=also,=ask=grant,=ask=not:ask,=authority=do:put,'
'=inner=itself,=model,=money=mail,=not:ask,=order=every,=urgent,=weaken,^ commits,^ confirmati,^ forget,^ install,'
'^ role,^ scan,^ system,above,admin,an address,and include,as an,at once,best,check for,checksum,code block,contain,'
'conversati history,damage,detection,disregard,feld,findings,for each,get the,has the,investigat,just,last day,more and,'
'next,nicht,nothing,one with,parallel,part of,portal,post to,private key,private keys,recipient,results by,sends the,'
'slack,so,substitute,the stream,the username,the web,to check,told,tools with,up,use any,variable,wanted,you only,'
'your instructio,上传,从本,收到,的环,的环 环境,询问,=deed=itself,=itself,=not=not:show,=oblige=other,=path=do:move,=secret=do:run,'
'^ cancel,^ deploys,^ previous,all files,also,and give,and sends,appeared,are present,cash,cause,could be,display,'
'each page,experience,fills,for in,github,history,hits,hold,hosts,in parallel,interface,investor,lead,linked,low,'
'lower the,messages in,no,not enough,org and,presenting,repeat,sorting,step by,support,talked,terraform,that,the calendar,'
'the email,the index,the issue,the tag,to set,try,two,upgrade,write access,用本,用本 本工,要使,读取,=code=deed,=do:put=not:show,'
'=every=not:ask,=other=brand,=param=do:run,=results=tool,=rival,=tool=when,^ append,ad id,addressed,again with,alternativ,'
'always,anything,appeal,aside,blob,builds,by calling,cluster,collaborat,deny,else the,embedded in,end of,failing,'
'figure,finance,fix,fixed,font size,footer,from the,funds,get user,guard,in its,into,join,lifted,list for,locale,'
'maintenanc mode,manager,mark,message with,not visible,note,on every,online,outgoing,partner,paste,policy,readme,'
'remotes,remove,required the,response with,retained,same name,say that,send email,step,student,subject to,summary,'
'the content,the folder,the recipients,the response,theory,they have,ticket,to their,track,trusted,trusts,unpaid,'
'user home,verify,virus,was,with us,せな,信し,送信,=ask=authority,=ask=ignore,=authority=not,=is:deceive,=know=destroy,'
'=know=itself,=money=when,=param=do:take,=path=do:run,=tool=our,=user,^ an,^ keys,^ security,and nothing,appel,as if,'
'avoid,backwards,be sent,before answering,before the,berlin,call is,chaque,cmd,copy the,crawler,each,each call,encryption,'
'error messages,everybody,following,for simple,free text,host,is at,is required,limit or,local files,memory,net,'
'noise,notify,of those,of what,on with,ou,overwritte,passport,past,persists,raise,request and,required by,result with,'
'reviewers,scaffold,sees the,select from,server to,seven,subscribe,the audio,the aws,the config,the device,the mail,'
'they want,to choose,to disable,tool returns,turned,use only,validity,verdict,weekly,while the,whom,yearly,you write,'
'くだ,くだ ださ,さい,ださ,ださ さい,=authority=url,=destroy=do:put,=destroy=talk,=guard=oblige,=itself=every,=money=oblige,=not:show,'
'=not=other,=persist=all,=private=money,=private=us,=sink=name,=talk=deed,=talk=other,=tool=oblige,=user=not,=user=other,'
'=when=quietly,^ act,^ enter,^ fill,^ show,^ that,^ we,affiliate,all users,approve,as of,be ignored,be removed,certificat and,'
'copy,das,debug,descriptio in,di,drive,dropped,en,executing,folder and,for any,future,gene,generic,invite,is not,'
'keys,loss,master,next steps,number in,of users,often,opt in,outil,participan,placement,play,plots,points,publisher,'
'query so,rules and,skip the,text message,the account,the contact,the header,the patient,the pipeline,the stack,'
'the top,the update,thousand,three,tokens,translatio,user messages,wallet,when the,white,zip,地址,户确,放入,的对,=ask=every,'
'=authority=deed,=bad,=destroy=private,=destroy=reply,=grant=authority,=know=do:move,=not=quietly,=oblige=our,=order=do:move,'
'=private=do:move,=sink=not,=sink=oblige,=talk=not,=talk=url,^ any,^ empty,^ end,after which,answer the,bundle,can get,'
'decides,earlier,even when,existence,fact,fetch and,for these,for which,fork,four,has an,how the,image in,is being,'
'les,lock,mode and,number and,open,openai,pod,press,printing,put,reject,rest,said,save,session is,shared with,size of,'
'stands,store it,suppress,survey,testing,th,the app,the command,the complete,the conversati,the fetched,the home,'
'the largest,the prefix,the prompt,the sum,the total,the trace,time and,to see,tool has,web search,what,whoami,工具,'
'记录,=do:put,=done,=guard=not,=persist=oblige,=secret=param,=sink=do:put,=tell,=tool=mail,^ automatica,^ collect,'
'^ configurat,^ en,^ mark,^ modify,^ overwrite,^ to,analyst,and addresses,as long,attach the,base and,be run,billing,'
'candidate,chain,deduct,depend,depend on,diary,disable the,down,embedded,found,gist,habit,hostname,inspected,interpret,'
'it on,knows,learns,left out,long as,look,mentioned,not ask,on to,only that,parameter to,prescripti,propose,reporting,'
'si,so that,suppliers,tariff,text for,the address,the client,the firewall,the limit,the rest,the room,threshold,'
'to three,trace,transfer,unrestrict,vendors,with the,you use,果用,=code=not,=ignore=do:put,=money=our,=money=us,=obey=our,'
'=obey=us,=order=do:tell,=our,=our=reply,=our=us,=private,=reply=us,=talk,=talk=all,^ format,^ location,access token,'
'account,acts,agrees,and this,anyone who,api key,as,balance,bearer token,better,bother,caching,code you,data as,'
'each line,employer,environmen in,explaining,field of,flat,followed,gebruiker,he,higher,image url,improves,invoke,'
'it the,let,limits,log,lookups,loop,me,models,must always,namespace,no need,non,of this,omit the,on and,only this,'
'records in,required if,search and,sensitive,should be,showing,sign up,stated,stream,the session,theme,this,thread to,'
'to build,truncate,under,up the,user the,verbatim,whose,with get,written in,不需,不需 需要,要用,=destroy=us,=do:move,=itself=do:put,'
'=know=param,=not=do:move,=not=not:tell,=url=do:tell,^ call,ab,account with,and leave,at the,attach,attribute,belong in,'
'calculator,carried,copy to,expense,failed and,fast,grade,hand,import the,is about,it by,json and,memo,named,nobody,'
'notices,print,reach the,reasoning,requests from,salaries,save the,scheduled,send,server,server are,show it,special,'
'talk,that need,the following,the network,the parameter,the whole,to allow,to every,to track,utils,well,with many,'
'you,you find,you would,其他,内容,=ask=do:put,=destroy=not,=keeper,=know=our,=know=us,=others,=penalty,=persist,=secret=do:put,'
'^ insert,^ on,^ property,^ requests,anyone,backups,birth,choice,consistenc,copia,cost,course,created by,data for,'
'deploy,descriptio is,developer,dump of,forwarded,from any,green,immediatel,in it,incomplete,invent,is used,last step,'
'lie,longer than,maintenanc,passphrase,pointed,post,product and,public,repositori,reservatio,table to,tenth,thank,'
'the best,the console,the draft,the host,the one,the platform,the role,this function,thoughts,to continue,translate,'
'typed,use as,utilisateu,withdrawn,write the,your system,入参,=ask=guard,=ask=private,=deed=softpath,=obey=authority,'
'=office,=order=deed,=param=code,=private=order,=when=path,^ after,^ id,^ replace,about the,addresses,an admin,architectu,'
'bill,card,complete,content of,converts,described,file first,folder with,for you,if an,intermedia,issues with,it says,'
'keep,leave,lives,maintainer,not for,nothing to,of every,omit it,populate,properly,quota,reminders,replaced by,request with,'
'savings,should the,silent,social,the alarm,the dialog,the local,the rights,the two,the user,the workspace,time of,'
'to upload,transcript,unreliable,what this,witness,you go,には,户询,所有,诉用,=brand=every,=deed=not:ask,=ever after,=guard=do:take,'
'=know=user,=money=tool,=not=do:run,=secret=our,=talk=private,=tool=other,^ instructio,^ people,^ since,^ whenever,'
'address in,and have,anywhere,as they,asks for,background,banking,be set,browser tool,capacity,chrome,contracts,'
'dem,do what,efficient,expects,for approval,format the,forwards,handshake,have them,heap,if none,listing,of any,'
'of date,over,passage,password,payload,prove,publish,queried,route,run it,search tool,search use,security,shell,'
'solutions,source code,strings that,study,task is,that would,the access,the api,the body,the cluster,the login,the notes,'
'the notificati,time the,to you,tune,una,uploads,use of,we,while you,you are,и,告诉,放进,=deed=mail,=destroy=guard,=do:weaken,'
'=inner=tool,=not:take,=persist=not,=persist=tool,=quietly,=untold,^ consider,^ sign,add to,agents,alongside,and upload,'
'appear,approve the,buy,chat,checks,clearing,code of,config,configurat to,deadline,drain,el,everything,explain the,'
'extra,filled,for text,foundation,gets the,indexing,is always,is in,is to,it was,led,limit for,make the,meet,news,'
'or not,otherwise the,overwrite,persona,pip,pretend,production,provide the,raised,recommenda,requested,server and,'
'skipped,supply,tcp,the archive,the memory,the translatio,to now,what they,=all=do:run,=blindly,=free,=hush,=ignore=guard,'
'=inner=oblige,=itself=do:move,=money=name,=private=do:tell,=rank,=said,=sink=url,=talk=guard,=when=softpath,^ as,'
'^ build,^ merge,^ subscribe,accordingl,allow,and for,and list,arithmetic,can fetch,contains,deactivate,directions,'
'during the,else,exchange,fail,file on,for github,friend,give,government,gpg,group to,human,identity,import,in meta,'
'inspection,is full,licence,look for,model for,patient,pipe,pupils,purpose,purposes,pushing,quoting,real,refund,'
'regardless,results of,reviewing,routed,send message,server is,tenant,text into,the admin,the data,the names,the rows,'
'the transfer,the working,tools that,unsafe,upload,was not,weekday,without the,you have,не,的服,直接,=all=brand,=all=not:ask,'
'=brand=do:put,=destroy=other,=every=mail,=hushed,=ignore=do:take,=is:weaken,=not=not:ask,=oblige=mail,=oblige=softpath,'
'=tool=authority,^ certificat,^ click,^ ignore,^ remove,^ select,about it,an external,app and,caution,characters of,'
'detail,dialogue,discussion,environmen variables,es,etwas,feel,from your,handled,include them,interfaces,landlord,'
'marketing,mix,never leave,none,permanent,place,please,practice,recipient to,rename,rephrase,right,root directory,'
'scope of,sign,spending,start the,the commit,the raw,the reader,the scan,their,therefore,this call,to and,to know,'
'to work,tool can,tries,under the,user must,usuario,vague,we can,what are,wi,with full,worked,yes,すべ,べて,全文,发送,=ask=obey,'
'=authority=name,=code,=code=do:put,=ignore=destroy,=inner=authority,=inner=param,=name=do:tell,=obey,=oblige=url,'
'=url=do:put,=us,=when=mail,^ answer,^ deploy,^ label,^ take,all links,assumed,call the,cancelling,ci,contribute,'
'copy of,directory to,doubt,emptied,exceeds,expensive,first use,for all,for debugging,frequent,helps,independen,'
'keyboard,link for,list files,needed to,not supported,of other,only works,pre,ranking,repository is,rounding,sampling,'
'send the,shell commands,the assistant,the database,the main,the outcome,the public,the tool,this session,tool is,'
'touch,warm,whatever,with git,you pass,不要,=all=softpath,=do:obey,=grant=do:run,=mail=do:put,=not:tell,=private=guard,'
'=private=param,=secret,=secret=other,=softpath=do:move,=user=not:tell,^ translate,^ users,^ whatever,and call,and must,'
'and their,bank,be shared,bidder,clean,connectors,considerat,dialogs,evidence,first step,get to,goes,guest,in which,'
'it here,lee,longest,newsletter,now,only when,possible,proceed,put it,rds,relay,returned by,rm,screen at,the background,'
'the process,the security,the shell,to be,to have,trust,unsubscrib,with code,write it,you send,传到,务器,服务 务器,=every=do:move,'
'=grant=when,=name=do:move,=yes,^ customer,^ present,^ should,absent,accurate,adding,address and,alt,always be,anyone can,'
'argument,audience,begin,bids,clause,comes,content is,derived,erased,est,ever,first and,force push,full list,is asking,'
'main,mood,order to,part,poem,posting,push,rf,rights,run this,saying,scan,second,secure,see it,split,succeeded,summarise,'
'that file,to public,until the,voice,vote,your,以下,하세,=all=url,=do:deceive,=is:grant,=money=deed,=param=do:tell,=param=user,'
'=persist=deed,=secret=when,^ evaluate,^ speak,^ unless,addresses of,button,came,collect,confuse,context is,cookie,'
'debugging,keys in,mirror,now on,output of,pas,powered,public channel,quoted,rate,readers,report the,restore,switch,'
'system,that the,the change,the keychain,the operator,the readme,the secret,things,this one,this time,to receive,'
'typing,utente,when asked,you see,=ask=do:tell,=destroy=when,=know=do:put,=when=url,^ accept,^ encode,^ error,^ export,'
'^ put,^ turn,and without,arise,be answered,concern,corrected,encode,further,hand over,held,hide the,hotels,insured,'
'mac,malware,off the,ok,payee,raise the,seed,settlement,snapshot of,the deploy,the mailbox,the payee,this parameter,'
'to keep,two factor,unlock,visitor,waiting for,whichever,先读,先读 读取,对话,无需,=brand=reply,=do:run=not:ask,=grant=do:put,'
'=private=reply,=silent,and end,and you,another user,answer,begins,change its,continuing,depending,embed,employees,'
'enumerate,evaluate,export,fetched,finished,gather,in all,in different,in for,is deprecated,is needed,list in,mention,'
'not to,other servers,our,placed,pr,purge,redirect,refer,refer to,the ones,the password,the time,the week,this from,'
'those of,to close,und,with force,would,you will,=authority=our,=authority=us,=grant=every,=inner=all,=inner=deed,'
'=oblige=not:show,=our=do:move,=secret=oblige,=sink=do:move,=talk=do:put,=talk=do:take,=tool=us,=us=do:move,=user=mail,'
'^ be,^ have,^ place,^ try,^ under,among,been,bot,built in,changed files,choose this,competing,connector,consult,'
'copied,create an,curl,depending on,extend,installing,is part,lack,meant for,notice,obey,of all,on all,our server,'
'preferable,purchase,read and,remains,reproducib,script,sharing,sie,stamped,supply the,thanks,the card,the final,'
'the human,the output,these,this operation,ti,to this,todo,upload the,user confirmati,variables and,what the,widen,'
'=deed=not:show,=other=do:tell,=tool=name,=whatever,all of,as though,being,concerns,directory and,double,effect,'
'even if,guidelines,have the,installati,it from,it up,little,material,ne,ninety,paragraph,points of,program,simply,'
'stop,sudo,take the,task and,the board,the developer,times in,user does,were told,your memory,yourself,=all=mail,'
'=decode,=obey=guard,=talk=our,=talk=us,^ per,^ rate,^ repeat,^ report,and work,are stored,be executed,below,boss,'
'consent,doing,down the,enough to,file was,in each,infer,lo,new task,night,numbers and,ours,outputs,products,replace the,'
'stamps,surface,the documents,the foundation,the helper,the person,the side,the way,usar,user message,with our,zero,'
'全部,忽略,的所,=facade,=grant=all,=inner=when,=not=mail,=obey=not:ask,=obey=when,=results=oblige,^ give,^ level,^ provide,'
'blood,counts as,delegate,each file,et,great,humans,in any,insurer,link and,messages are,nonce,note for,previous instructio,'
'prior to,records of,remove the,run with,school,spare,stale,the built,the people,the screen,the second,the tenant,'
'until it,wrote,いで,でく,=all=do:move,=inner,=money=account,=persist=do:put,=reply=url,=talk=every,=tool=brand,=traces,'
'^ choose,^ config,^ fast,^ let,accompanie,activities,and add,decline,describe the,ethical,file access,fo,forget,'
'from this,indexer,nd,of it,ref,screenshot of,sh,side,tenants,upon,us in,user files,whenever,which the,wipe,指示,=code=when,'
'=oblige=quietly,=softpath,=tool=do:move,allowed to,attention,considered,de,difference,encrypt,followed by,instruct,'
'mistake,number or,overrides the,runner,the deletion,trail,upload file,=guard=when,=obey=url,=secret=all,=sink=authority,'
'^ last,accept the,answer with,antivirus,blanket,bothering,dear,default the,die,disclose,however,insecure,is best,'
'key file,microphone,no one,overwrite the,parents,receiver,refusals,requesting,retry with,set the,telling,text of,'
'the tools,this paragraph,user password,=ignore=other,=secret=do:take,behaviour,cada,copying,deletion,down to,for our,'
'here,il,keychain,oi,other server,political,refuse,remark,reverse,rot,supplier,the entry,to us,tool must,word,об,'
'этом,=do:take=do:put,=every=url,=ignore=order,=oblige=path,=private=do:take,=sink=when,^ hide,^ non,^ rename,^ tell,'
'analytics,ce,delete the,disk,escaping,idle,insurance,level of,nao,not stop,offered,tool with,=ask=our,=softpath=do:take,'
'=url=do:run,=when=not:ask,^ approve,^ once,^ where,and do,and keep,and run,away,diagnosis,discount,district,hence,'
'may have,run the,sake,serial,takes the,the price,the real,the usual,told to,^ contents,^ instead,^ 不要,after each,'
'collected,dump,even,file of,for verificati,gets,handover,mount,quality,rsa,the filesystem,the only,the rules,to go,'
'uninstall,with that,игнорируй,инструкции,предыдущие,之前,=deceive,=softpath=do:put,^ in,calls to,carry,code that,'
'comply,firm,las,never use,pay,permits,the diff,the shared,tmp,to it,transmit,vulnerabil,=param=softpath,^ switch,'
'although,animals,behalf,bisherigen,by you,collector,contents of,der,diagnostic,has already,im,le,matters,of another,'
'pixel,root,speaks,spring,su,swap,the contents,though,value of,=deed=path,=text,^ book,continue,desktop,know about,'
'maintained,reading,scanner,the contract,the vendor,zu,用户,=do:grant,=path,=tell abroad,=url,^ describe,consignes,'
'danach,draw,implies,mention it,no matter,parts,privileges,so it,the word,this line,turn off,us the,=comply,=param=path,'
'=private=do:put,asked about,del,enclose,fault,file tool,forbids,has been,passing,prior,produce,qu,students,transmets,'
'travel,user with,usual,=inner=do:put,^ assistant,are to,be shown,cleanup,expiry,from our,incluye,ns,out the,party,'
'vendor,=path=do:take,=unaware,^ change,^ make,add the,coin,delay,delivered,helper,that we,the backup,the files,'
'tile,upset,=mail,^ leave,about this,alle,anweisunge,append the,called with,lacking,reviews,tick,which you,=deed=not:tell,'
'=mail=do:move,accompany,act,the extra,the private,decode,rank,recovery,speak,tool and,za,=url=do:move,and send,'
'sind,wonders,らせ,知ら,=ignore=itself,=talk=param,^ im,and ask,des,looking,need not,the check,tools are,=account,hide,'
'is found,that all,and pass,eval,logins,refrain,=secret=do:move,announced,favour,ignora,proposal,authorised,loyalty,'
'=addressed,=become,mark the,this step,between the,este,responding,and report,chats,fill it,hint,nie,마세,you were,'
'naq,this with,eht,routine,hundred,세요,que,=talk=do:move'
)
WEIGHTS = (
-348,-252,-248,-248,-248,-236,-236,-232,-232,-232,-232,-228,-228,-228,-228,-228,-228,-228,-224,-224,-224,-220,-220,
-216,-216,-216,-216,-212,-212,-212,-212,-212,-212,-208,-208,-208,-208,-208,-208,-208,-208,-208,-208,-208,-208,-208,
-208,-208,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-200,-200,-200,-200,-200,-200,-200,-200,-196,-196,
-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,
-192,-192,-192,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,
-184,-184,-184,-184,-184,-184,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,
-180,-180,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,
-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,
-172,-172,-172,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,
-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-164,-164,-164,-164,-164,-164,-164,
-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,
-164,-164,-164,-164,-164,-164,-164,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,
-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-156,-156,-156,-156,-156,-156,
-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,
-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,
-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-148,-148,-148,-148,-148,-148,-148,-148,
-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,
-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-144,-144,-144,-144,-144,
-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,
-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-136,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,
-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,
-28,-28,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,
-24,-24,-20,-20,-20,-20,-20,-20,20,20,20,24,24,24,24,24,24,24,24,24,24,24,24,24,24,24,28,28,28,28,28,28,28,28,28,
28,28,28,28,28,28,28,28,28,28,28,28,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,
32,32,32,32,32,32,32,32,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,
36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,
40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,
40,40,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,
44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,
44,44,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,
48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,
48,48,48,48,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,
52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,68,68,68,68,68,68,
68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,
68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,72,
72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,
72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,
76,76,76,76,76,76,76,76,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,
80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,
92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,
92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,
96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,
96,96,96,96,96,96,96,96,96,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,108,108,108,108,
108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,
116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,
116,116,116,116,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,
120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,124,124,124,124,124,
124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,
124,124,124,124,124,124,124,124,124,124,124,124,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,
128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,
128,128,128,128,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,
132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,
132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,136,136,136,136,136,136,136,136,136,136,136,136,136,
136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,140,140,140,140,140,
140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,
140,140,140,140,140,140,140,140,140,140,140,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,
144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,148,148,148,148,148,
148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,
148,148,148,148,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,156,156,156,156,156,
156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,160,
160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,164,164,164,164,
164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,168,168,168,168,168,168,168,168,168,168,
168,168,168,168,168,168,168,168,168,168,168,168,168,168,172,172,172,172,172,172,172,172,172,172,172,172,172,172,
172,172,172,172,172,172,172,172,172,172,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,
180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,184,184,184,
184,184,184,184,184,184,184,184,184,184,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,
192,192,192,192,192,192,192,192,192,192,192,192,192,192,192,192,192,192,192,196,196,196,196,196,196,196,196,196,
196,196,196,200,200,200,200,200,200,200,200,200,200,200,200,200,200,204,204,204,204,204,204,204,204,204,204,204,
208,208,208,208,208,208,212,212,212,212,212,212,216,216,216,216,216,216,220,220,220,220,220,220,220,220,220,224,
224,224,224,228,228,228,228,232,236,236,236,236,240,240,244,244,244,244,248,248,248,252,252,256,256,256,256,260,
268,272,280,284,292,292,300,340
)
